// SPDX-License-Identifier: Apache-2.0

/** The page of a newcomer's first steps, in a whole sandbox alone. */
export const firstStepsPath = '/first-steps';
