// SPDX-License-Identifier: Apache-2.0

import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { headPlace } from '../../../contract/page-head.ts';
import { createLogger } from '../log.ts';
import { fillHead, namedHeadReader, type PageHead, sharePictures } from './page-heads.ts';

const log = createLogger('silent');

function makeHead(changes: Partial<PageHead> = {}): PageHead {
  const picture = { facts: { of: 'a win' }, draw: async () => Buffer.from('drawn') };
  return { title: 'A win', description: 'Of somebody', picture, ...changes };
}

describe('the head of a page', () => {
  const text = `<title>${headPlace('title', 'Any &amp; all')} · Brand</title><meta content="https://x${headPlace('image', '/og.jpg')}">`;

  it("uses the page's own texts when nothing is known about the name", () => {
    expect(fillHead(text)).toBe(
      '<title>Any &amp; all · Brand</title><meta content="https://xog.jpg">'.replace('xog', 'x/og'),
    );
  });

  it('escapes known texts, including markup', () => {
    const title = `"><script>alert('$&{{title|x}}')</script>`;
    const filled = fillHead(text, { path: '/r/1', head: makeHead({ title }) });
    expect(filled).toContain(
      '<title>&quot;&gt;&lt;script&gt;alert(&#39;$&amp;{{title|x}}&#39;)&lt;/script&gt; · Brand',
    );
    expect(filled).toMatch(/https:\/\/x\/r\/1\/picture[.]jpg\?v=[\w-]{22}"/);
  });

  it("uses the page's own heading when the name has none", () => {
    const page = `<h1>${headPlace('heading', 'Receipt')}</h1>`;
    const fill = (head: Partial<PageHead>) => fillHead(page, { path: '/r/1', head: makeHead(head) });
    expect([fillHead(page), fill({}), fill({ heading: 'Top <10>' })]).toEqual([
      '<h1>Receipt</h1>',
      '<h1>Receipt</h1>',
      '<h1>Top &lt;10&gt;</h1>',
    ]);
  });

  it('gets a new picture address when its facts change', () => {
    const getImage = (facts: object) =>
      fillHead(text, { path: '/r/1', head: makeHead({ picture: { ...makeHead().picture, facts } }) });
    expect(getImage({ of: 'a win' })).toBe(fillHead(text, { path: '/r/1', head: makeHead() }));
    expect(getImage({ of: 'a loss' })).not.toBe(getImage({ of: 'a win' }));
  });
});

describe('looking up a named page', () => {
  it('reads once for concurrent requests, and again later', async () => {
    const read = vi.fn(async (name: string) => makeHead({ title: name }));
    const find = namedHeadReader('/r/:id', read, log);
    const found = await Promise.all(['/r/a', '/r/a/', '/r/a', '/r/b'].map(find));
    expect(found.map((named) => named?.head.title)).toEqual(['a', 'a', 'a', 'b']);
    expect(found[0]?.path).toBe('/r/a');
    expect(read).toHaveBeenCalledTimes(2);
    await find('/r/a');
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('neither delays nor fails the page, and logs the failure', { tags: ['long'] }, async () => {
    const lines: unknown[] = [];
    const find = namedHeadReader(
      '/r/:id',
      (name) => (name === 'never' ? new Promise(() => {}) : Promise.reject(new Error(name))),
      createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) }) as never,
    );
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    expect(await find('/r/broken')).toBeUndefined();
    expect(timers()).toBeLessThanOrEqual(before);
    expect(await find('/r/never')).toBeUndefined();
    expect(lines).toMatchObject([
      { level: 40, msg: 'could not read the head of a page', err: { message: 'broken' } },
    ]);
  });

  it('takes the name from any place in the path', async () => {
    const read = vi.fn(async (_name: string) => makeHead());
    const named = await namedHeadReader('/a/:id/c', read, log)('/A/b/c/');
    expect(read).toHaveBeenCalledExactlyOnceWith('b');
    expect(named?.path).toBe('/a/b/c');
    expect(await namedHeadReader('/a/:id', async () => undefined, log)('/a')).toBeUndefined();
  });

  it('limits concurrent look-ups', async () => {
    const read = vi.fn(async () => makeHead());
    const find = namedHeadReader('/r/:id', read, log);
    const found = await Promise.all(Array.from({ length: 50 }, (_none, name) => find(`/r/${name}`)));
    expect(read).toHaveBeenCalledTimes(8);
    expect(found.filter(Boolean)).toHaveLength(8);
  });
});

describe('the picture of a page', () => {
  const app = fastify();
  const heads = new Map<string, PageHead>();
  const draw = vi.fn(async () => Buffer.from('drawn'));
  const get = (name: string, headers = {}) => app.inject({ url: `/r/${name}/picture.jpg`, headers });
  beforeAll(() => {
    app.decorateReply('refusalCode', '');
    sharePictures(app, { '/r/:id': async (name) => heads.get(name) });
  });
  afterAll(() => app.close());

  it('is drawn once, and sent only to clients that lack it', async () => {
    heads.set('1', makeHead({ picture: { facts: { of: 1 }, draw } }));
    const [first] = await Promise.all([get('1'), get('1'), get('1')]);
    expect([first?.statusCode, first?.headers['content-type'], first?.body]).toEqual([
      200,
      'image/jpeg',
      'drawn',
    ]);
    expect(first?.headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    const again = await get('1', { 'if-none-match': String(first?.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(draw).toHaveBeenCalledTimes(1);
    heads.set('1', makeHead({ picture: { facts: { of: 2 }, draw } }));
    const other = await get('1', { 'if-none-match': String(first?.headers.etag) });
    expect(other.statusCode).toBe(200);
    expect(draw).toHaveBeenCalledTimes(2);
  });

  it('stays in memory while all pictures fit', async () => {
    const large = vi.fn(async () => Buffer.alloc(2 ** 20));
    for (const name of ['a', 'b', 'a', 'b']) {
      heads.set(name, makeHead({ picture: { facts: { of: name }, draw: large } }));
      expect((await get(name)).rawPayload).toHaveLength(2 ** 20);
    }
    expect(large).toHaveBeenCalledTimes(2);
  });

  it('disappears together with its subject', async () => {
    heads.set('2', makeHead());
    expect((await get('2')).statusCode).toBe(200);
    heads.delete('2');
    const gone = await get('2');
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'not_found']);
    expect(gone.headers['cache-control']).toBe('no-store');
  });
});
