import { describe, expect, it } from "vitest";
import { countText, distinctNames, folderName, sizeText } from "./figures.ts";

describe("figures as people read them", () => {
  it.each([
    [0, "0 B"], [999, "999 B"], [1000, "1 KB"], [1536, "1.5 KB"], [150 * 1024, "150 KB"], [5.25 * 1024 ** 2, "5.3 MB"], [1023 * 1024 ** 2, "1 GB"], [3 * 1024 ** 4, "3 TB"], [-1, "0 B"],
  ] as const)("%d bytes are %s", (bytes, text) => expect(sizeText(bytes, "en")).toBe(text));

  it("counts have their language's separators", () => expect([countText(1_234_567, "en"), countText(1_234_567, "ko")]).toEqual(["1,234,567", "1,234,567"]));

  it.each([
    [["/a/app", "/a/web"], ["app", "web"]],
    [["/a/app", "/b/app", "/b/web"], ["a/app", "b/app", "web"]],
    [["/x/a/app", "/y/a/app", "/b/app"], ["x/a/app", "y/a/app", "b/app"]],
    [["/app", "/a/app"], ["app", "a/app"]],
    [["/app", "app"], ["app", "app"]],
    [["", "/"], ["", "/"]],
    [["C:\\a\\app", "D:\\a\\app"], ["C:/a/app", "D:/a/app"]],
  ])("the projects %j are called %j", (paths, names) => expect(paths.map((path) => distinctNames(paths).get(path))).toEqual(names));

  it.each([["/home/dev/garden", "garden"], ["/home/dev/garden/", "garden"], ["C:\\work\\garden", "garden"], ["/", "/"], ["", ""]])("the folder of %j is %j", (path, name) => expect(folderName(path)).toBe(name));
});
