// SPDX-License-Identifier: Apache-2.0

/**
 * Stands in built pages where the address of the installation belongs (Open Graph, canonical links, the site map):
 * one build serves any of them. The server puts its PUBLIC_URL in this place. A valid address, so that anything that
 * parses the pages while they are built takes it.
 */
export const publicAddressPlaceholder = 'https://public-address.invalid';
