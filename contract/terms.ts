// SPDX-License-Identifier: Apache-2.0

/**
 * The version of the terms of use, by the day of their last change. Players who accepted another one are asked again, so it changes
 * with what the terms mean (`terms.test.ts` tells when their text has changed), never for a spelling mistake alone.
 */
export const termsVersion = '2026-11-22';
