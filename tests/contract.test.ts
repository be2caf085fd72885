import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tellModules } from './support/tell-contract.ts';

it('is what clients were told: who means to change it runs `npx vitest run tests/contract.test.ts -u`', async () => {
  const files = readdirSync(new URL('../contract', import.meta.url)).filter((file) =>
    /^[a-z-]+\.ts$/.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `../contract/${file}`)));
  await expect(tellModules(modules)).toMatchFileSnapshot('./contract.txt');
});
