// SPDX-License-Identifier: Apache-2.0

import { brandName } from '../brand.ts';
import { webManifest } from '../web-manifest.ts';

/** site.webmanifest, rendered while the pages are built. */
export function loader() {
  return Response.json(webManifest(brandName), { headers: { 'content-type': 'application/manifest+json' } });
}
