import { useCallback, useEffect, useRef, useState } from "react";
import type { MascotBridge } from "../../../schemas/bridge.ts";
import type { PortRefusal, PortResult, PortSummary } from "../../../schemas/generated/types.ts";
import type { Move } from "./board.ts";

export interface Ports {
  /** null before the first answer. */
  list: readonly PortSummary[] | null;
  /** By the page's own clock in ms: when `list` came, and with it the times spent. */
  listedAt: number;
  failed: boolean;
  refused: Refused | null;
  move(port: PortSummary, move: Move, force?: boolean): Promise<void>;
  dismiss(): void;
  lookAgain(): void;
}

/** What could not be done, and with which port. */
export interface Refused {
  port: PortSummary;
  move: Move;
  refusal: PortRefusal;
}

const MOST = 1_000;
const LOST: PortResult = { refused: { error: "not_ready", message: "" } };

/** All ports, asked for anew when main says that some changed and when the window gets the focus. */
export function usePorts(bridge: MascotBridge, onDone: (port: PortSummary, freed: readonly string[]) => void): Ports {
  const [{ list, listedAt }, setListed] = useState<{ list: readonly PortSummary[] | null; listedAt: number }>({ list: null, listedAt: 0 });
  const [failed, setFailed] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const asked = useRef(0);
  const told = useRef(onDone);
  told.current = onDone;

  const lookAgain = useCallback(() => {
    const mine = ++asked.current;
    bridge.portsList({ all: true, limit: MOST }).then(
      ({ items }) => {
        // A later question has a newer answer.
        if (mine !== asked.current) return;
        setListed({ list: items, listedAt: performance.now() });
        setFailed(false);
      },
      () => setFailed(mine === asked.current),
    );
  }, [bridge]);

  useEffect(() => {
    lookAgain();
    const stop = bridge.onPortsChanged(lookAgain);
    window.addEventListener("focus", lookAgain);
    return () => {
      stop();
      window.removeEventListener("focus", lookAgain);
    };
  }, [bridge, lookAgain]);

  const move = useCallback(
    async (port: PortSummary, what: Move, force = false) => {
      const { done, refused: refusal } = await carryOut(bridge, port, what, force);
      setRefused(refusal ? { port, move: what, refusal } : null);
      if (done) told.current(done.port, done.freed);
      lookAgain();
    },
    [bridge, lookAgain],
  );
  return { list, listedAt, failed, refused, move, dismiss: useCallback(() => setRefused(null), []), lookAgain };
}

function carryOut(bridge: MascotBridge, { id, project }: PortSummary, move: Move, force: boolean): Promise<PortResult> {
  const order = move === "start" ? bridge.portStart({ id, project, ...(force ? { force } : {}) }) : bridge.portEnd({ id, project, outcome: move });
  return order.catch(() => LOST);
}
