/**
 * The face of a gift card without a picture of its own, drawn as SVG: 1280 x 640. The closing ring in the colours of the
 * card's type, cut corners and the amount; no mark of anybody else.
 */

/** [bright, dark] of the ground. */
const palettes: Record<string, readonly [string, string]> = {
  psn: ['#1b4fd8', '#0a1b52'],
  dota: ['#b3261e', '#3d0b08'],
  pubg: ['#d18b12', '#4a2e02'],
  steam: ['#2a6f97', '#0b2233'],
  xbox: ['#0f8a5f', '#03301f'],
  nintendo: ['#d62839', '#4a0a18'],
  roblox: ['#5b5f73', '#171922'],
  valorant: ['#e2495b', '#2a0d1d'],
  fortnite: ['#7c5cff', '#1d1150'],
};
const plain = ['#3a4260', '#10131f'] as const;

/** The same text always gives the same number, so that a card's face never changes. */
function numberFrom(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash;
}

/** An arc of a circle around (980, 320), beginning at `from` degrees, as a path. */
function arc(radius: number, from: number, degrees: number): string {
  const point = (angle: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(980 + radius * Math.cos(radians)).toFixed(1)} ${(320 + radius * Math.sin(radians)).toFixed(1)}`;
  };
  return `M${point(from)}A${radius} ${radius} 0 ${degrees > 180 ? 1 : 0} 1 ${point(from + degrees)}`;
}

function ring(radius: number, from: number, degrees: number, width: number, opacity: number): string {
  return `<path d="${arc(radius, from, degrees)}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * @param type lower case, as the shop sorts by
 * @param amount what the card is worth, in a few characters, such as `$10`
 * @param title tells cards of one type apart: it turns the rings
 */
export function giftCardFace({
  type,
  amount,
  title,
}: {
  type: string;
  amount: string;
  title: string;
}): string {
  const [bright, dark] = palettes[type] ?? plain;
  const seed = numberFrom(title);
  const turn = seed % 360;
  const gap = 40 + (seed % 50);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="640" viewBox="0 0 1280 640">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${bright}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<radialGradient id="glow" cx="980" cy="320" r="520" gradientUnits="userSpaceOnUse"><stop stop-color="#fff" stop-opacity=".16"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
</defs>
<rect width="1280" height="640" fill="url(#ground)"/>
<rect width="1280" height="640" fill="url(#glow)"/>
<g stroke="#fff" fill="none">
${ring(400, turn, 360 - gap, 72, 0.14)}
${ring(286, turn + 130, 250, 3, 0.3)}
${ring(230, turn + 40, 310, 14, 0.62)}
${ring(150, turn + 220, 300, 4, 0.4)}
<g stroke-opacity=".16" stroke-width="3"><path d="M-20 520C160 430 250 610 430 520S700 430 760 470"/><path d="M-20 580C160 490 250 670 430 580S700 490 760 530"/></g>
</g>
<path d="M72 72H432L468 108V168H108L72 132Z" fill="#0a0c14" fill-opacity=".34"/>
<text x="104" y="137" font-family="Oxanium, DejaVu Sans, sans-serif" font-size="42" font-weight="600" letter-spacing="6" fill="#fff" fill-opacity=".92">${escaped(type.toUpperCase())}</text>
<text x="72" y="420" font-family="Oxanium, DejaVu Sans, sans-serif" font-size="${amount.length > 5 ? 92 : 150}" font-weight="700" fill="#fff">${escaped(amount)}</text>
</svg>`;
}
