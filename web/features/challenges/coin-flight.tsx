// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { balanceSelector, CoinGlyph } from '../../ui/coins.tsx';
import { isMotionWanted } from './result-feel.ts';

const coins = [0, 1, 2, 3, 4, 5, 6];
const coinPx = 26;
const firstAfterMs = 1_200;
const apartMs = 90;
const flightMs = 850;

function getMiddle(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Coins that fly from a result to the balance in the header, once. Nothing if less motion is preferred. */
export function CoinFlight({ from }: { from: RefObject<Element | null> }) {
  const layer = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(() => !isMotionWanted());
  useEffect(() => {
    const target = document.querySelector(balanceSelector);
    if (!layer.current || !from.current || !target) return;
    const start = getMiddle(from.current);
    const end = getMiddle(target);
    const flights = Array.from(layer.current.children, (coin, place) => {
      const aside = (place - (coins.length - 1) / 2) * 34;
      const at = ({ x, y }: { x: number; y: number }, scale: number) =>
        `translate(${x - coinPx / 2}px, ${y - coinPx / 2}px) scale(${scale})`;
      return coin.animate(
        [
          { transform: at(start, 0.2), opacity: 0 },
          { transform: at({ x: start.x + aside, y: start.y - 60 }, 1.15), opacity: 1, offset: 0.35 },
          { transform: at(end, 0.6), opacity: 1, offset: 0.94 },
          { transform: at(end, 0.3), opacity: 0 },
        ],
        {
          duration: flightMs,
          delay: firstAfterMs + place * apartMs,
          easing: 'cubic-bezier(.4, 0, .3, 1)',
          fill: 'both',
        },
      );
    });
    let isGone = false;
    void Promise.allSettled(flights.map(({ finished }) => finished)).then(() => !isGone && setOver(true));
    return () => {
      isGone = true;
      for (const flight of flights) flight.cancel();
    };
  }, [from]);
  if (isOver) return null;
  return createPortal(
    <div ref={layer} aria-hidden="true" className="pointer-events-none fixed inset-0 z-60 print:hidden">
      {coins.map((coin) => (
        <CoinGlyph key={coin} size={coinPx} className="absolute opacity-0" />
      ))}
    </div>,
    document.body,
  );
}
