import { Coins } from './coins.tsx';
import { looks } from './plot-looks.tsx';

export interface PairOfBars {
  key: string;
  label: string;
  /** Drawn muted, as what was paid in. */
  coinsIn: number;
  /** Drawn in gold, as what came out. */
  coinsOut: number;
  /** What is left of the two, as whoever looks at it sees it. */
  net: number;
  /** The same in words. */
  text: string;
}

/** A list that is also a picture: each entry with its figures in words, and two bars on one scale. */
export function PairBars({ pairs }: { pairs: readonly PairOfBars[] }) {
  const top = Math.max(1, ...pairs.map(({ coinsIn, coinsOut }) => Math.max(coinsIn, coinsOut)));
  return (
    <ul className="grid gap-x-8 gap-y-5 md:grid-cols-2">
      {pairs.map(({ key, label, coinsIn, coinsOut, net, text }) => (
        <li key={key} className="grid content-start gap-2">
          <p className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-semibold">{label}</span>
            <Coins amount={net} signed size={15} className="text-sm" />
          </p>
          <svg width="100%" height="22" aria-hidden="true">
            <rect width={`${(coinsIn / top) * 100}%`} height="9" fill={looks.muted} />
            <rect width={`${(coinsOut / top) * 100}%`} height="9" y="12" fill={looks.gold} />
          </svg>
          <p className="text-muted text-xs">{text}</p>
        </li>
      ))}
    </ul>
  );
}
