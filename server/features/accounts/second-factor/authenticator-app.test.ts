// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { factorVault } from './authenticator-app.ts';

it('opens app secrets sealed by earlier releases', () => {
  const sealed = {
    keyId: 'app',
    nonce: Buffer.from('368a13999316717567ce2655', 'hex'),
    ciphertext: Buffer.from('e28b6cb5f2494c92c0f1b359e2b08184276c30d595476f6512856c24fc8e019c', 'hex'),
  };
  expect(factorVault('a secret of 32 letters, as it is made').open(sealed, 'x')).toBe('JBSWY3DPEHPK3PXP');
});
