// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentation } from '../server/platform/http/documentation.ts';
import { renderText } from '../web/lib/rendered-text.server.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const built = join(root, 'build/docs');

describe('links in the documents', () => {
  const files = globSync(['*.md', 'docs/**/*.md', 'clients/**/*.md', 'web/**/*.md'], {
    cwd: root,
    exclude: (name) => name.endsWith('node_modules'),
  });
  const rendered = new Map<string, string>();
  function render(path: string): string {
    const html = rendered.get(path) ?? renderText(readFileSync(path, 'utf8'), '').html;
    rendered.set(path, html);
    return html;
  }
  function collect(path: string, property: 'href' | 'id' | 'src'): string[] {
    return [...render(path).matchAll(new RegExp(` ${property}="([^"]+)"`, 'g'))].map(
      ([, value]) => value as string,
    );
  }
  const isOutside = (link: string) => /^[a-z]+:/.test(link);

  function isThere(from: string, link: string): boolean {
    const [path = '', anchor] = decodeURI(link).split('#');
    const target = path === '' ? from : resolve(dirname(from), path);
    if (!existsSync(target)) return false;
    return !anchor || (statSync(target).isFile() && collect(target, 'id').includes(anchor));
  }

  it('name existing sections in the messages of the server and of the commands', () => {
    const sources = globSync(['server/**/*.ts', 'cli/**/*.ts'], { cwd: root });
    const headings = readFileSync(join(root, 'docs/operate.md'), 'utf8').match(/(?<=^#+ ).*$/gm);
    // Both forms in which a message could name a section; the second is not ours.
    const names = /(?<=docs\/operate\.md, )[A-Z][\w -]*|"[^"]*"(?= in docs\/operate\.md)/g;
    const named = sources.flatMap((file) => readFileSync(join(root, file), 'utf8').match(names) ?? []);
    expect(named).toContain('Backups');
    expect(named.filter((name) => !headings?.includes(name))).toEqual([]);
  });

  it('lead to existing files and headings', () => {
    expect(files.length).toBeGreaterThan(50);
    const broken = files.flatMap((file) => {
      const path = join(root, file);
      const links = [...collect(path, 'href'), ...collect(path, 'src')].filter((link) => !isOutside(link));
      return links.filter((link) => !isThere(path, link)).map((link) => `${file}: ${link}`);
    });
    expect(broken).toEqual([]);
  });

  it('are reported by this check when broken', () => {
    const from = join(root, 'README.md');
    expect(isThere(from, 'docs/operate.md#mail')).toBe(true);
    expect(isThere(from, 'docs/operate.md#no-such-heading')).toBe(false);
    expect(isThere(from, 'docs/none.md')).toBe(false);
  });
});

describe('the rules', () => {
  const pages = new Map(
    globSync('*.md', { cwd: join(root, 'docs/rules') }).map((page) => {
      const text = readFileSync(join(root, 'docs/rules', page), 'utf8');
      return [page, [...text.matchAll(/^[*]{2}(\d+)[*]{2} /gm)].map(([, number]) => number)];
    }),
  );

  it('use each number of a page once', () => {
    expect(pages.size).toBeGreaterThan(30);
    for (const [page, numbers] of pages) expect(new Set(numbers).size, page).toBe(numbers.length);
  });

  it('include every rule that code cites', () => {
    const files = globSync(['.env.example', '{bench,cli,contract,db,server,tests,web}/**/*.{sql,ts,tsx}'], {
      cwd: root,
      exclude: (name) => name.endsWith('node_modules'),
    });
    const cited = files.flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/docs\/rules\/([a-z-]+[.]md)((?:, \d+)*)/g),
    ]);
    expect(cited.length).toBeGreaterThan(100);
    const missing = cited.filter(([, page = '', numbers = '']) => {
      const rules = pages.get(page);
      return !rules || (numbers.match(/\d+/g) ?? []).some((number) => !rules.includes(number));
    });
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });
});

describe('the documentation site', { tags: ['long'] }, () => {
  const pages = () => globSync('**/*.html', { cwd: built }).map((file) => file.replaceAll('\\', '/'));
  beforeAll(() => {
    // A broken link also fails the build.
    execFileSync(process.execPath, ['scripts/docs.ts'], { cwd: root, stdio: 'pipe' });
  });

  it('has a page for every document and decision', () => {
    const expected = globSync('**/*.md', { cwd: join(root, 'docs') }).map((file) =>
      file.replace(/[.]md$/, '.html'),
    );
    expect(pages()).toEqual(expect.arrayContaining(expected));
    expect(expected).toEqual(
      expect.arrayContaining(['player-guide.html', 'api-guide.html', 'providers/stripe.html']),
    );
    const search = globSync('assets/chunks/*localSearchIndex*.js', { cwd: built });
    expect(readFileSync(join(built, search[0] as string), 'utf8')).toContain('idempotency');
  });

  it('links every page in its sidebar', () => {
    const home = readFileSync(join(built, 'quick-start.html'), 'utf8');
    const linked = new Set([...home.matchAll(/href="\/docs\/([^"#]*)"/g)].map(([, path]) => path));
    const lonely = pages().filter(
      (file) => !/^(404|index)[.]html$/.test(file) && !linked.has(file.slice(0, -5)),
    );
    expect(lonely).toEqual([]);
  });

  it('has no inline code and loads nothing from other hosts', () => {
    for (const file of pages()) {
      const html = readFileSync(join(built, file), 'utf8');
      expect(
        html.match(/<script(?![^>]*\bsrc="\/docs\/)[^>]*>|<style| style="|\son[a-z]+="/g),
        file,
      ).toBeNull();
      expect(html.match(/<(?:script|link|img)[^>]*(?:src|href)="(?!\/docs\/)[^"]*"/g), file).toBeNull();
    }
    for (const file of globSync('assets/**/*.css', { cwd: built })) {
      expect(readFileSync(join(built, file), 'utf8'), file).not.toMatch(/url\(["']?https?:/);
    }
  });

  it('is served at /docs, with or without a slash, and has its own 404 page', async () => {
    const app = fastify();
    await documentation(app);
    const get = (url: string) => app.inject({ url });
    expect((await get('/docs')).headers.location).toBe('/docs/');
    for (const path of ['/docs/', '/docs/rules/shop', '/docs/api-guide']) {
      const page = await get(path);
      expect([path, page.statusCode, page.headers['content-type']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
    }
    const [script = ''] = globSync('assets/app.*.js', { cwd: built });
    expect((await get(`/docs/${relative('.', script)}`)).headers['cache-control']).toContain('immutable');
    expect([(await get('/docs/none')).statusCode, (await get('/docs/none')).body]).toEqual([
      404,
      readFileSync(join(built, '404.html'), 'utf8'),
    ]);
    expect((await get('/docs/%2e%2e/client/index.html')).statusCode).toBe(404);
    await app.close();
  });
});
