// SPDX-License-Identifier: Apache-2.0

/** The compiler as a library, which TypeScript 7 doesn't offer yet. */
import { ts } from '@ts-morph/common';

export default ts;
