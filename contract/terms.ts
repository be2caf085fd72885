// SPDX-License-Identifier: Apache-2.0

/**
 * The version of the terms of use: the day of their last change. Players who accepted another version are asked again.
 * So change it only when the meaning changes, not for a spelling mistake (`terms.test.ts` fails when the text changes).
 */
export const termsVersion = '2026-11-22';
