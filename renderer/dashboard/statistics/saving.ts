import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { DataDone } from "../../../schemas/generated/types.ts";
import { PICTURE, type PictureColours } from "./picture.ts";

/** Twice as many points as the picture's own: it is looked at on all kinds of screens. */
const SCALE = 2;

/** @throws when the picture cannot be drawn */
export async function savePicture(bridge: MascotBridge, svg: string, name: string): Promise<DataDone> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = PICTURE.width * SCALE;
  canvas.height = PICTURE.height * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return bridge.saveFigures({ format: "png", name, content: canvas.toDataURL("image/png").replace(/^data:image\/png;base64,/, "") });
}

/** The page's own colours, light or dark. */
export function coloursOf(element: Element): PictureColours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: of("ground"), card: of("card"), line: of("line"), text: of("text"), quiet: of("quiet"), accent: of("kind-read"), bad: of("bad"),
    heat: [0, 1, 2, 3, 4].map((level) => of(`heat-${level}`)), projects: PROJECT_COLOURS.map(of),
  };
}

/** Names of colours, in the order in which projects get them. */
export const PROJECT_COLOURS = ["kind-read", "kind-edit", "kind-web", "kind-run", "kind-plan", "kind-other"] as const;
