// SPDX-License-Identifier: Apache-2.0

/**
 * How a text begins that a spreadsheet would run as a formula; files get an apostrophe before it. Of the beginning alone: the
 * rest of a text may hold line breaks, which papaparse's own expression (`escapeFormulae: true`) does not match.
 */
export const formulaStart = /^[=+\-@\t\r\n]/;
