// SPDX-License-Identifier: Apache-2.0

/**
 * Placeholder in built pages for the installation's address (Open Graph, canonical links, the site map), so that one build
 * serves every installation. The server replaces it by its PUBLIC_URL. It is a valid address, so that tools that parse the
 * pages during the build accept it.
 */
export const publicAddressPlaceholder = 'https://public-address.invalid';
