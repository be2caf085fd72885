// SPDX-License-Identifier: Apache-2.0

import { readFileSync, writeFileSync } from 'node:fs';

/** The parts used here of what Node's `--cpu-prof` writes. */
interface CpuProfile {
  nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number };
    children?: readonly number[];
  }[];
  samples: readonly number[];
  /** Microseconds since the previous sample. */
  timeDeltas: readonly number[];
}

interface Frame {
  name: string;
  /** Microseconds in the function itself. */
  own: number;
  /** Including the functions that it called. */
  all: number;
  calls: Map<string, Frame>;
}

/** Idle time isn't work. */
const idle = new Set(['(idle)', '(program)']);

function getFrameName({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/(?=node_modules\/|server\/|contract\/|cli\/)/, '');
  return `${functionName || '(anonymous)'}${file ? ` ${file}:${lineNumber + 1}` : ''}`;
}

/** A call tree with each function's time. Calls of one function with the same callers are merged. */
function toTree({ nodes, samples, timeDeltas }: CpuProfile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const spent = new Map<number, number>();
  for (const [place, id] of samples.entries())
    spent.set(id, (spent.get(id) ?? 0) + Math.max(0, timeDeltas[place] ?? 0));

  function add(into: Frame, id: number): void {
    const node = byId.get(id);
    if (!node || idle.has(node.callFrame.functionName)) return;
    const name = getFrameName(node.callFrame);
    const frame = into.calls.get(name) ?? { name, own: 0, all: 0, calls: new Map() };
    into.calls.set(name, frame);
    frame.own += spent.get(id) ?? 0;
    for (const child of node.children ?? []) add(frame, child);
  }
  const top: Frame = { name: 'all', own: 0, all: 0, calls: new Map() };
  for (const child of nodes[0]?.children ?? []) add(top, child);
  const sum = (frame: Frame): number => {
    frame.all = frame.own + frame.calls.values().reduce((total, called) => total + sum(called), 0);
    return frame.all;
  };
  sum(top);
  return top;
}

const [width, rowHeight, narrowest] = [1_600, 17, 1];
const escapeText = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The flame graph as SVG: each function above its caller, as wide as the time it took, with its name as a tooltip. */
function toSvg(top: Frame): string {
  const parts: string[] = [];
  let rows = 0;
  function draw(frame: Frame, x: number, row: number): void {
    const wide = (frame.all / top.all) * width;
    if (wide < narrowest) return;
    rows = Math.max(rows, row);
    const share = `${((100 * frame.all) / top.all).toFixed(1)} %`;
    const hue = frame.name.includes('node_modules') ? 32 : /(server|contract)\//.test(frame.name) ? 265 : 200;
    const letters = Math.floor(wide / 6.2);
    const label = letters > 3 ? escapeText(frame.name.slice(0, letters)) : '';
    parts.push(
      `<g><title>${escapeText(frame.name)}: ${share}, alone ${((100 * frame.own) / top.all).toFixed(1)} %</title>` +
        `<rect x="${x.toFixed(1)}" y="${row * rowHeight}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="hsl(${hue} 60% 72%)"/>` +
        `<text x="${(x + 2).toFixed(1)}" y="${row * rowHeight + 12}">${label}</text></g>`,
    );
    let at = x;
    for (const called of [...frame.calls.values()].toSorted((one, other) => other.all - one.all)) {
      draw(called, at, row + 1);
      at += (called.all / top.all) * width;
    }
  }
  draw(top, 0, 0);
  const height = (rows + 1) * rowHeight;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">${parts.join('\n')}</svg>\n`;
}

/** The functions with the most self time, as lines. */
function hottest(top: Frame, count: number): string[] {
  const own = new Map<string, number>();
  const add = (frame: Frame) => {
    own.set(frame.name, (own.get(frame.name) ?? 0) + frame.own);
    frame.calls.values().forEach(add);
  };
  add(top);
  return [...own]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([name, micros]) => `${((100 * micros) / top.all).toFixed(1).padStart(5)} %  ${name}`);
}

/** Draws the flame graph next to the profile. Returns the functions with the most self time. */
export function drawFlameGraph(profile: string): string[] {
  const top = toTree(JSON.parse(readFileSync(profile, 'utf8')) as CpuProfile);
  writeFileSync(profile.replace(/\.cpuprofile$/, '.svg'), toSvg(top));
  return hottest(top, 40);
}
