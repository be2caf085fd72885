// SPDX-License-Identifier: Apache-2.0

/** What the build of the web app writes for the server, next to the pages. */

/** csp.json: the hashes of each page's inline scripts, as sources of a Content-Security-Policy. */
export type ScriptHashes = Record<string, readonly string[]>;

/** An entry of routes.json, one route of the browser's router; the first that matches wins. */
export interface PageRoute {
  pattern: string;
  /** The file of its page. */
  page: string;
  /** Nothing exists at such an address: its page says so and is served with status 404. */
  isNothing?: true;
}
