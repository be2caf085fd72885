// SPDX-License-Identifier: Apache-2.0

/**
 * A placeholder for the installation's address in built pages (Open Graph, canonical links, site map), so that one
 * build serves every installation. The server replaces it with PUBLIC_URL. It is a valid address, because tools parse
 * the pages during the build.
 */
export const publicAddressPlaceholder = 'https://public-address.invalid';
