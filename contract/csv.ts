// SPDX-License-Identifier: Apache-2.0

/**
 * Matches text that a spreadsheet would run as a formula; files get an apostrophe in front of it. Only the beginning is
 * matched: the rest may contain line breaks, which papaparse's own expression (`escapeFormulae: true`) does not match.
 */
export const formulaStart = /^[=+\-@\t\r\n]/;
