import type { ReactNode } from "react";
import type { FailureKind } from "../../../../schemas/generated/types.ts";
import { Inside, Solid, Stroke } from "../paint.tsx";
import { box, ellipse } from "../shapes.ts";
import type { Prop } from "./prop.ts";

const CLOUD = { base: "#8c97b3", shade: "#6f7a98", line: "#39415a" };
const ICON = "#ffffff";

/** What went wrong, as a sign on the cloud around (60, 20). */
const ICONS: Readonly<Record<FailureKind, () => ReactNode>> = {
  rate_limit: () => <Stroke d="M55 13H65M55 27H65M56.5 13C56.5 18 60 18.5 60 20C60 21.5 56.5 22 56.5 27M63.5 13C63.5 18 60 18.5 60 20C60 21.5 63.5 22 63.5 27" colour={ICON} width={2.2} />,
  limit: () => <Stroke d="M52 25A8.5 8.5 0 1 1 68 25M60 23L65 17" colour={ICON} width={2.4} />,
  auth: () => (
    <>
      <path d={box(54, 19, 12, 9, 2.5)} fill={ICON} />
      <Stroke d="M56.5 19V16.5A3.5 3.5 0 0 1 63.5 16.5V19" colour={ICON} width={2.2} />
    </>
  ),
  billing: () => (
    <>
      <path d={box(51.5, 14, 17, 12, 2.5)} fill={ICON} />
      <path d="M51.5 17.5H68.5V20H51.5Z" fill={CLOUD.shade} />
    </>
  ),
  server: () => (
    <>
      <path d={box(52, 13, 16, 6.5, 2) + box(52, 21, 16, 6.5, 2)} fill={ICON} />
      <path d={ellipse(55.5, 16.2, 1.2) + ellipse(55.5, 24.2, 1.2)} fill={CLOUD.line} />
    </>
  ),
  overloaded: () => <Stroke d="M53 26V22M58 26V18.5M63 26V15.5M68 26V12" colour={ICON} width={3} />,
  invalid: () => <Stroke d="M55 15L65 25M65 15L55 25" colour={ICON} width={3} />,
  unknown: () => <Stroke d="M60 12.5V21M60 26.3V26.4" colour={ICON} width={3.4} />,
};

/** Failed: a small rain cloud of one's own. */
export const cloud: Prop = {
  top: 1,
  Front: ({ holder }) => {
    const Icon = ICONS[holder.failure ?? "unknown"];
    return (
      <>
        <Inside>
          <g className="m-rain">
            <Drops />
          </g>
        </Inside>
        <g className="m-cloud">
          <Solid d="M38 31C27 31 25 20 34 17C34 7 48 3 55 7.5C62 1 79 3 82 12.5C94 12.5 96 31 83 31Z" fill={CLOUD.base} line={CLOUD.line} width={2.6} />
          <Inside>
            <path d="M38 29.6C32 29.6 29.5 25.5 31 22C40 27 76 27.5 90 21C91 26 88 29.6 83 29.6Z" fill={CLOUD.shade} />
            <g transform="translate(-1 -3)">
              <Icon />
            </g>
          </Inside>
        </g>
      </>
    );
  },
};

/** The kind of a failure alone, as a small round sign in the corner: for figures that are pictures. */
export function FailureSign({ kind }: { readonly kind: FailureKind }) {
  const Icon = ICONS[kind];
  return (
    <g transform="translate(36 2)">
      <Solid d={ellipse(60, 20, 15)} fill={CLOUD.base} line={CLOUD.line} width={2.4} />
      <Inside>
        <Icon />
      </Inside>
    </g>
  );
}

function Drops() {
  const drop = (x: number, y: number) => `M${x} ${y}C${x - 3} ${y + 5} ${x - 2.5} ${y + 7.5} ${x} ${y + 7.5}C${x + 2.5} ${y + 7.5} ${x + 3} ${y + 5} ${x} ${y}Z`;
  return <path d={drop(37, 38) + drop(82, 41) + drop(48, 41) + drop(72, 37) + drop(24, 46) + drop(96, 48)} fill="#6db5f2" stroke="#23527f" strokeWidth={1.3} strokeLinejoin="round" />;
}
