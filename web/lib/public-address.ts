// SPDX-License-Identifier: Apache-2.0

import { publicAddressPlaceholder } from '../../contract/public-address.ts';

/**
 * Address of this installation without a slash at the end, for what must be absolute: Open Graph, canonical links,
 * structured data, the site map. In prerendered markup a placeholder that the server replaces by its PUBLIC_URL.
 */
export const publicAddress = import.meta.env.SSR ? publicAddressPlaceholder : window.location.origin;
