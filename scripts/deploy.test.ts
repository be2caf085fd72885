// SPDX-License-Identifier: Apache-2.0

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { shopAdminApi } from '../contract/shop-admin.ts';
import { variables } from '../server/variables.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';

/**
 * The files of `deploy/` can't run here, since the test machine has no daemon to build images. Instead these tests
 * compare them with everything they refer to, and validate them with their own programs if installed.
 */
const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const [dockerfile, compose, unit, nginx, caddy] = [
  read('Dockerfile'),
  read('compose.yaml'),
  read('finalring@.service'),
  read('nginx.conf'),
  read('Caddyfile'),
];
const operate = readFileSync(new URL('../docs/operate.md', import.meta.url), 'utf8');
const server = readFileSync(new URL('../server/platform/http/server.ts', import.meta.url), 'utf8');
const folder = makeScratchFolder('deploy');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** Variables of Node and of other images. */
const others = [
  'NODE_COMPILE_CACHE',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PUBLIC_HOST',
  'UPSTREAMS',
];

it('sets only variables that the product reads', () => {
  const set = [
    ...matches(dockerfile, /^ENV (.*)$/gm).flatMap((line) => matches(line, /([A-Z_]+)=/g)),
    ...matches(unit, /^Environment=([A-Z_]+)=/gm),
    ...matches(compose, /^ {2,6}([A-Z][A-Z_]+): /gm),
  ];
  expect(set.length).toBeGreaterThan(12);
  expect(set.filter((name) => !(name in variables.shape) && !others.includes(name))).toEqual([]);
});

describe('a container', () => {
  it('runs as an unprivileged user on a read-only root', () => {
    expect(
      matches(dockerfile, /^USER (\d+)$/gm)
        .map(Number)
        .every((uid) => uid >= 1000),
    ).toBe(true);
    expect(compose).toContain('read_only: true');
    expect(compose).toContain('cap_drop: [ALL]');
    const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
    expect(matches(dockerfile, /^EXPOSE (\d+)$/gm)).toEqual([port]);
    expect(compose).toContain(`UPSTREAMS: web-1:${port} web-2:${port}`);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/healthz/);
  });

  it('has a health check that reports what it finds', () => {
    const check = /CMD (\["[^\n]*process\.exit[^\n]*\])$/m.exec(dockerfile)?.[1] ?? '[]';
    const [program, flag = '', script = ''] = JSON.parse(check) as string[];
    expect(program).toBe('/opt/finalring/runtime/node');
    const { status } = spawnSync(process.execPath, [flag, script], { env: { PORT: '1' } });
    expect(status).toBe(1);
  });

  it('gets more time to stop than draining takes', () => {
    const seconds = [
      ...matches(compose, /stop_grace_period: (\d+)s/g),
      ...matches(unit, /TimeoutStopSec=(\d+)/g),
    ].map(Number);
    const drains = [
      ...matches(compose, /DRAIN_SECONDS: "(\d+)"/g),
      ...matches(unit, /DRAIN_SECONDS=(\d+)/g),
    ].map(Number);
    expect(drains).toHaveLength(2);
    expect(seconds.every((given) => given >= 25 + Math.max(...drains))).toBe(true);
  });

  it('has separate writable volumes for the journal, the backups and their keys', () => {
    const { services, volumes } = parse(compose, { merge: true });
    const mounts: Record<string, string> = Object.fromEntries(
      services.worker.volumes.map((mount: string) => mount.split(':').reverse()),
    );
    const { DATA_DIR = '/data', JOURNAL_URL, BACKUP_URL, BACKUP_KEYS_DIR } = services.worker.environment;
    for (const path of [DATA_DIR, JOURNAL_URL, BACKUP_URL, BACKUP_KEYS_DIR]) {
      expect(volumes).toHaveProperty([mounts[path] ?? path]);
      if (path !== DATA_DIR)
        expect(dockerfile).toMatch(new RegExp(`install --directory --owner=10001 .*${path}\\b`));
    }
    expect(new Set(Object.values(mounts)).size).toBe(4);
    for (const name of ['web-1', 'web-2']) {
      expect(services[name].environment.JOURNAL_URL).toBe(JOURNAL_URL);
      expect(services[name].volumes).toContain(`${mounts[JOURNAL_URL]}:${JOURNAL_URL}`);
    }
  });

  it('is documented with a password that fits into an address, and replaced without restarting others', () => {
    for (const text of [compose, operate]) expect(text).toContain('openssl rand -hex 32');
    const [, replaced = ''] = /docker compose up --detach --no-deps --wait (\S+)`/.exec(operate) ?? [];
    const { services } = parse(compose, { merge: true });
    expect(Object.keys(services)).toEqual(expect.arrayContaining([replaced, 'web-2', 'worker']));
    expect(services[replaced].image).toContain('${FINALRING_VERSION:-');
    expect(dockerfile).toContain('HEALTHCHECK');
    expect(caddy).toContain('health_uri /readyz?exclude=database\n');
  });

  it('runs beside PostgreSQL 18', () => expect(compose).toContain('image: postgres:18\n'));
});

describe('a proxy', () => {
  it('lets uploads of the maximum size through', () => {
    const largest = Math.max(
      ...Object.values(shopAdminApi).map((endpoint) =>
        'upload' in endpoint ? (endpoint.upload?.maxBytes ?? 0) : 0,
      ),
    );
    expect(largest).toBeGreaterThan(1_000_000);
    for (const megabytes of [
      ...matches(nginx, /client_max_body_size (\d+)m/g),
      ...matches(caddy, /max_size (\d+)MB/g),
    ]) {
      expect(Number(megabytes) * 1_000_000).toBeGreaterThan(largest);
    }
  });

  it('closes idle connections before the server does, and allows pauses of live streams', () => {
    const ours = Number(/keepAliveMs = ([\d_]+)/.exec(server)?.[1]?.replaceAll('_', ''));
    for (const seconds of [
      ...matches(nginx, /keepalive_timeout (\d+)s/g),
      ...matches(caddy, /keepalive (\d+)s/g),
    ]) {
      expect(Number(seconds) * 1000).toBeLessThan(ours);
    }
    expect(nginx).toContain('proxy_buffering off;');
  });

  it('speaks HTTP/2 to browsers, which send many calls at once', () =>
    expect(nginx).toMatch(/^\s*listen 443 ssl http2;$/m));

  it('repeats no call that may already have taken effect', () => {
    expect(nginx).toMatch(/proxy_next_upstream error;/);
    expect(nginx).not.toMatch(/^\s*proxy_next_upstream[^;]*(http_5|non_idempotent|timeout)/m);
    expect(caddy).not.toContain('lb_retry_match');
  });

  it.skipIf(!has('nginx'))('has a configuration that nginx accepts', () => {
    const [crt, key, conf] = ['crt', 'key', 'conf'].map((end) => join(folder, `nginx.${end}`)) as [
      string,
      string,
      string,
    ];
    const name = ['-subj', '/CN=play.example', '-days', '1'];
    execFileSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      crt,
      ...name,
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ');
    const text = nginx
      .replace('http {', `http { access_log off; ${temporary}`)
      .replace(/\/etc\/ssl\/[^;]*\.crt/, crt)
      .replace(/\/etc\/ssl\/[^;]*\.key/, key);
    writeFileSync(conf, `pid ${folder}/nginx.pid;\nerror_log stderr;\n${text}`);
    const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', conf], { encoding: 'utf8' });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  });
});

describe('a service', () => {
  it('can open as many files as a process can use', () => expect(unit).toContain('LimitNOFILE=65536'));

  it('reads its own settings after the common ones', () =>
    expect(matches(unit, /^EnvironmentFile=(.*)$/gm)).toEqual([
      '/etc/finalring/env',
      '-/etc/finalring/%i.env',
    ]));

  it('can write documented folders for the journal, backups and keys, which need not exist', () => {
    expect(unit).toContain('ProtectSystem=strict');
    const paths = matches(unit, /^ReadWritePaths=(.*)$/gm).flatMap((line) => line.split(' '));
    expect(paths).toHaveLength(3);
    for (const path of paths) {
      expect(path).toMatch(/^-\/var\//);
      expect(operate).toContain(`\`${path.slice(1)}\``);
    }
  });

  it.skipIf(!has('systemd-analyze'))('has a unit that systemd accepts and that exposes little', () => {
    const file = join(folder, 'finalring@.service');
    writeFileSync(file, unit.replace('/opt/finalring/finalring', '/bin/true'));
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' });
    expect(verified).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], {
      encoding: 'utf8',
    });
    const exposure = Number(/exposure level for .*: ([\d.]+)/.exec(stdout)?.[1] ?? 0);
    expect(exposure).toBeLessThan(2.5);
  });
});
