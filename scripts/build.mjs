// SPDX-License-Identifier: Apache-2.0

/** `npm run build`: everything that `npm start` would write into the checkout, which may be read-only afterwards. */
import { giveUp, prepare } from './install.mjs';

try {
  await prepare();
} catch (error) {
  giveUp(error);
}
