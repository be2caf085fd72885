// SPDX-License-Identifier: Apache-2.0

import { publicAddressPlaceholder } from '../../contract/public-address.ts';

/**
 * The installation's address without a trailing slash, for absolute addresses: Open Graph, canonical links, structured
 * data, the site map. In prerendered markup it is a placeholder, which the server replaces with PUBLIC_URL.
 */
export const publicAddress = import.meta.env.SSR ? publicAddressPlaceholder : window.location.origin;
