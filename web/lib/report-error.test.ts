import { expect, it } from 'vitest';
import { placeInScripts } from './report-error.ts';

it('finds the first place in our own scripts, and none where there is none', () => {
  const stack = `TypeError: x
    at foreign (chrome-extension://abc/content.js:1:1)
    at Report (https://play.example/assets/status-Ab_1.js:3:456)
    at run (https://play.example/assets/shell-Zz.js:1:2)`;
  expect(placeInScripts(stack)).toBe('status-Ab_1.js:3:456');
  expect(placeInScripts('x@https://play.example/assets/shell-Zz.js:1:2')).toBe('shell-Zz.js:1:2');
  expect(placeInScripts('at x (https://elsewhere.test/script.js:1:2)')).toBe('');
});
