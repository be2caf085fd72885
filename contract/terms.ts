// SPDX-License-Identifier: Apache-2.0

/**
 * The version of the terms of use, by the day of their last change. Players who accepted a different one are asked again,
 * so change it with the meaning of the terms (`terms.test.ts` fails when their text changes), never just for a spelling
 * mistake.
 */
export const termsVersion = '2026-11-22';
