// SPDX-License-Identifier: Apache-2.0

/** Files that the web app's build writes for the server, beside the pages. */

/** csp.json: the hashes of each page's inline scripts, as sources of a Content-Security-Policy. */
export type ScriptHashes = Record<string, readonly string[]>;

/** An entry of routes.json, one route of the browser's router; the first that matches wins. */
export interface PageRoute {
  pattern: string;
  /** The file of its page. */
  page: string;
  /** True for an address where nothing exists: its page says so and has status 404. */
  isNothing?: true;
}
