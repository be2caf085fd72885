// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from 'react';

const durationMs = 900;

/**
 * Counts up or down to `target` whenever it changes. Jumps there if reduced motion is preferred or `enabled` is false.
 * `from` is where the first count starts (default: no counting at first).
 */
export function useCountUp(target: number, enabled = true, from = target): number {
  const [shown, setShown] = useState(enabled ? from : target);
  const current = useRef(shown);

  useEffect(() => {
    const start = current.current;
    const set = (value: number) => {
      current.current = value;
      setShown(value);
    };
    if (start === target) return;
    if (!enabled || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      set(target);
      return;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - began) / durationMs);
      set(share === 1 ? target : Math.round(start + (target - start) * (1 - (1 - share) ** 3)));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target, enabled]);

  return enabled ? shown : target;
}
