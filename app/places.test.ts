import { describe, expect, it } from "vitest";
import { builtPlaces, type Surroundings } from "./places.ts";

const checkout: Surroundings = {
  packaged: false, appFolder: "/home/kim/agent-mascot", resourcesFolder: "/cache/electron/resources", executable: "/cache/electron/electron", appImage: undefined,
  arguments: ["/cache/electron/electron", "--no-sandbox", "/home/kim/agent-mascot", "--hidden"],
};
const installed: Surroundings = {
  packaged: true, appFolder: "/usr/lib/agent-mascot/resources/app.asar", resourcesFolder: "/usr/lib/agent-mascot/resources", executable: "/usr/lib/agent-mascot/agent-mascot",
  appImage: undefined, arguments: ["/usr/lib/agent-mascot/agent-mascot"],
};

describe("where the built parts lie", () => {
  it("a hook starts a checkout through its Electron, with root's switch but no others", () => {
    expect(builtPlaces(checkout).launch).toEqual({ appPath: "/cache/electron/electron", appArgs: ["--no-sandbox", "/home/kim/agent-mascot"] });
  });

  it("a hook starts an installed app by its program alone", () => {
    expect(builtPlaces(installed).launch).toEqual({ appPath: "/usr/lib/agent-mascot/agent-mascot", appArgs: [] });
  });

  it("a hook starts the AppImage, not its mount", () => {
    expect(builtPlaces({ ...installed, appImage: "/home/kim/Agent.AppImage" }).launch.appPath).toBe("/home/kim/Agent.AppImage");
  });

  it("the forwarder of a package lies outside of the asar", () => {
    expect(builtPlaces(installed).forwarder).toBe("/usr/lib/agent-mascot/resources/forwarder");
    expect(builtPlaces(checkout).forwarder).toBe("/home/kim/agent-mascot/dist/forwarder");
  });
});
