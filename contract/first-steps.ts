// SPDX-License-Identifier: Apache-2.0

/** The page with a newcomer's first steps; only in a full sandbox. */
export const firstStepsPath = '/first-steps';
