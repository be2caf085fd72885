// SPDX-License-Identifier: Apache-2.0

import { encode } from 'uqr';

/** The blank margin that cameras need. */
const border = 4;

/** A text as a QR code. Dark on light in both colour schemes, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className="size-52">
      <rect width={size} height={size} fill="white" />
      <path d={squares.join('')} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}
