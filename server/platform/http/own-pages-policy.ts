// SPDX-License-Identifier: Apache-2.0

/**
 * The Content-Security-Policy of pages that load nothing from elsewhere and have nothing inline. Plain http stays
 * possible for installations without TLS.
 */
export const ownPagesPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
