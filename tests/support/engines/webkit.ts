// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect } from '@playwright/test';
import { freePort } from '../e2e/app.ts';
import { patient, testMs, waitMs } from '../patience.ts';
import { makeScratchFolder } from '../scratch.ts';
import type { Engine, Part, Walker } from './walker.ts';

/** An element in WebDriver's messages (https://www.w3.org/TR/webdriver2/#elements). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type Found = Record<typeof elementKey, string>;

type Call = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>;

const toCall =
  (address: string): Call =>
  async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };

const roles: Record<Part['role'], string> = {
  button: 'button, [role=button]',
  link: 'a[href]',
  radio: 'input[type=radio], [role=radio]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  field: 'input, textarea, select',
};
const surroundings = { listitem: 'li', row: 'tr', dialog: 'dialog, [role=dialog]' };

/** Runs in the page. */
function listUsable(css: string, around: string, text: string): Element[] {
  const isSeen = (one: Element) => one.checkVisibility();
  return [...document.querySelectorAll(around)]
    .filter((one) => isSeen(one) && one.textContent.includes(text))
    .flatMap((one) => [...one.querySelectorAll(css)])
    .filter((one) => isSeen(one) && !one.matches(':disabled, [aria-disabled=true]'));
}

/** Runs in the page: whether the element stays in its place for two frames. */
async function isStill(element: Element): Promise<boolean> {
  element.scrollIntoView({ block: 'center' });
  const { x, y } = element.getBoundingClientRect();
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  const now = element.getBoundingClientRect();
  return document.fonts.status === 'loaded' && now.x === x && now.y === y;
}

const fits = (text: string, wanted: string | RegExp) =>
  typeof wanted === 'string' ? text === wanted : wanted.test(text);

/** Tries it again until it succeeds: WebDriver waits for nothing. */
const insist = (act: () => Promise<unknown>) => expect(act).toPass({ timeout: patient(waitMs) });

function toWalker(call: Call): Walker {
  const run = <T>(work: (...args: never[]) => unknown, ...args: unknown[]) =>
    call<T>('POST', '/execute/sync', { script: `return (${work})(...arguments)`, args });
  const act = (element: Found, how: string, body = {}) =>
    call('POST', `/element/${element[elementKey]}/${how}`, body);

  const findByCss = (value: string) => call<Found>('POST', '/element', { using: 'css selector', value });

  async function find({ role, name, within }: Part): Promise<Found> {
    const around = within ? surroundings[within.role] : 'body';
    const found = await run<Found[]>(listUsable, roles[role], around, within?.text ?? '');
    const names: string[] = [];
    for (const element of found) {
      const said = await call<string>('GET', `/element/${element[elementKey]}/computedlabel`);
      if (fits(said, name)) return element;
      names.push(said);
    }
    throw new Error(`No ${role} "${name}" among: ${names.join(', ')}`);
  }

  async function pressOn(element: Found): Promise<void> {
    // WebDriver presses where the element was a moment ago.
    expect(await run(isStill, element), 'it stays where it is').toBe(true);
    await act(element, 'click');
  }

  const walker: Walker = {
    open: (address) => call('POST', '/url', { url: address }),
    press: (part) => insist(async () => pressOn(await find(part))),
    fill: (label, text) =>
      insist(async () => {
        const field = await find({ role: 'field', name: label });
        // WebKit ignores `focus()` in a frame from elsewhere until somebody has pressed something there.
        await pressOn(field);
        await run((one: HTMLInputElement) => one.select(), field);
        await act(field, 'value', { text });
      }),
    choose: (label, option) =>
      insist(async () => {
        const list = await find({ role: 'field', name: label });
        const pick = (one: HTMLSelectElement, text: string) =>
          [...one.options].find((each) => each.text.trim() === text);
        await act(await run<Found>(pick, list, option), 'click');
      }),
    expectPart: (part) => insist(() => find(part)),
    expectText: (text) =>
      insist(async () => {
        const body = await findByCss('body');
        const said = await call<string>('GET', `/element/${body[elementKey]}/text`);
        if (typeof text === 'string') expect(said).toContain(text);
        else expect(said).toMatch(text);
      }),
    expectPath: (path) =>
      expect.poll(async () => new URL(await call<string>('GET', '/url')).pathname).toBe(path),
    inFrame: async (title, actInside) => {
      await insist(async () => {
        const id = await findByCss(`iframe[title="${title}"]`);
        await call('POST', '/frame', { id });
      });
      await actInside(walker);
      await call('POST', '/frame', { id: null });
    },
  };
  return walker;
}

async function startDisplay(): Promise<{ display: ChildProcess; name: string }> {
  const size = ['-screen', '0', '1440x900x24'];
  const display = spawn('Xvfb', ['-displayfd', '3', ...size, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(display.stdio[3] as Readable, 'data');
  return { display, name: `:${String(number).trim()}` };
}

/** GTK's setting for `prefers-reduced-motion`: a press must not miss what still moves. */
function forbidMotion(folder: string): void {
  mkdirSync(join(folder, 'gtk-3.0'));
  writeFileSync(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
}

/** WebKitGTK's own small browser, on a display that nobody sees. */
export async function startWebKit(): Promise<Engine> {
  const { display, name } = await startDisplay();
  const port = await freePort();
  const folder = makeScratchFolder('webkit');
  forbidMotion(folder);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    // A group of its own, because a browser consists of several processes.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: name, GDK_BACKEND: 'x11', XDG_CONFIG_HOME: folder },
  });
  const call = toCall(`http://127.0.0.1:${port}`);
  await expect(() => call('GET', '/status')).toPass({ timeout: patient(testMs) });
  return {
    async openTab() {
      const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
      const path = `/session/${sessionId}`;
      const inSession: Call = (method, rest, body) => call(method, `${path}${rest}`, body);
      await inSession('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
      return {
        walker: toWalker(inSession),
        takePicture: async () => Buffer.from(await inSession<string>('GET', '/screenshot'), 'base64'),
        close: async () => {
          await call('DELETE', path);
          return [];
        },
      };
    },
    async close() {
      if (driver.pid) process.kill(-driver.pid);
      display.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
