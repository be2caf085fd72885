// SPDX-License-Identifier: Apache-2.0

/**
 * Matches text that a spreadsheet would run as a formula; files get an apostrophe before it. Checks only the beginning,
 * since the rest may contain line breaks, which papaparse's own expression (`escapeFormulae: true`) doesn't match.
 */
export const formulaStart = /^[=+\-@\t\r\n]/;
