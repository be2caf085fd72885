// SPDX-License-Identifier: Apache-2.0

/** `npm run build`: builds everything that `npm start` would write into the checkout, which may then be read-only. */
import { giveUp, prepare } from './install.mjs';

try {
  await prepare();
} catch (error) {
  giveUp(error);
}
