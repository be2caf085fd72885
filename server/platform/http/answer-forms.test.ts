// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { toForms } from './answer-forms.ts';

it('fails the callers waiting for a failed compression, and retries for the next', async () => {
  const tries: PromiseWithResolvers<Buffer>[] = [];
  const compress = () => {
    const made = Promise.withResolvers<Buffer>();
    tries.push(made);
    return made.promise;
  };
  const forms = toForms('x'.repeat(2_048), { br: compress, gzip: compress });
  const [one, other] = [forms('br'), forms('br')];
  expect(tries).toHaveLength(1);
  tries[0]?.reject(new Error('no memory'));
  await expect(one).rejects.toThrow('no memory');
  await expect(other).rejects.toThrow('no memory');
  const next = forms('br');
  expect(tries).toHaveLength(2);
  tries[1]?.resolve(Buffer.from('shorter'));
  expect(await next).toMatchObject({ encoding: 'br' });
  expect(forms('br')).not.toBeInstanceOf(Promise);
});
