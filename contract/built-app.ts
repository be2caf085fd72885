// SPDX-License-Identifier: Apache-2.0

/** What the build of the web app writes down for the server, beside the pages. */

/** csp.json: for each page the hashes of its inline scripts, as sources of a Content-Security-Policy. */
export type ScriptHashes = Record<string, readonly string[]>;

/** A line of routes.json, an address of the browser's router; the first that matches counts. */
export interface PageRoute {
  pattern: string;
  /** The file of its page. */
  page: string;
  /** There is nothing at such an address: its page says so, and comes with status 404. */
  isNothing?: true;
}
