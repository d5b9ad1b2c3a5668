import { Inside, Solid, useBrush } from "../paint.tsx";
import { ellipse, MIDDLE } from "../shapes.ts";

export interface FeetProps {
  readonly sitting: boolean;
  /** Half the distance between the feet. */
  readonly apart?: number;
  readonly size?: number;
  readonly fill?: string;
}

/** Round feet: two small ovals under a standing body, soles towards the viewer when sitting. */
export function RoundFeet({ sitting, apart = 13, size = 7, fill }: FeetProps) {
  const { tones } = useBrush();
  return (
    <>
      {[-1, 1].map((side) =>
        sitting ? (
          <Sole key={side} x={MIDDLE + side * (apart + 5)} size={size} fill={fill ?? tones.base} />
        ) : (
          <Solid key={side} d={ellipse(MIDDLE + side * apart, 106.5, size + 0.5, size * 0.62)} fill={fill ?? tones.shade} />
        ),
      )}
    </>
  );
}

function Sole({ x, size, fill }: { readonly x: number; readonly size: number; readonly fill: string }) {
  const { tones } = useBrush();
  return (
    <>
      <Solid d={ellipse(x, 104, size * 0.95, size * 0.88)} fill={fill} />
      <Inside>
        <path d={ellipse(x, 105, size * 0.5, size * 0.42)} fill={tones.blush} opacity={0.55} />
      </Inside>
    </>
  );
}
