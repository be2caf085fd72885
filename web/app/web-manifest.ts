// SPDX-License-Identifier: Apache-2.0

/** The colour of the browser's own bars, which style sheets can't set: --color-ink of app.css. */
export const pageColour = '#090b13';

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** How a phone shows the installed app, under the brand's name. */
export function webManifest(brand: string) {
  return {
    name: brand,
    short_name: brand,
    description: 'Skill challenges decided by public game stats, Gamer Coins, and a gift-card shop.',
    id: '/',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: pageColour,
    theme_color: pageColour,
    categories: ['games', 'entertainment'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('/icon-192.png', 192, 'any'),
      icon('/icon-512.png', 512, 'any'),
      icon('/icon-maskable-192.png', 192, 'maskable'),
      icon('/icon-maskable-512.png', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Challenges', url: '/home#challenges' },
      { name: 'Past challenges', url: '/past-challenges' },
      { name: 'Shop', url: '/products' },
    ],
  };
}
