// SPDX-License-Identifier: Apache-2.0

import { expect, it, vi } from 'vitest';

vi.stubGlobal('__BRAND_NAME__', 'FinalRing');
const { publicPages } = await import('./public-pages.ts');
const pages = {
  '/products': await import('./routes/products.tsx'),
  '/events': await import('./routes/events.tsx'),
};

it.each(Object.entries(pages))('%s has a canonical address and is in the site map', (path, { meta }) => {
  const canonical = meta().find((part) => 'rel' in part && part.rel === 'canonical');
  expect(canonical).toMatchObject({ href: expect.stringMatching(new RegExp(`^https://[^/]+${path}$`)) });
  expect(publicPages).toContain(path);
});
