import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AppOptions, type RunningApp, startApp } from './e2e/app.ts';
import { makeScratchFolder } from './scratch.ts';

type Role = 'all' | 'web' | 'worker';

export interface Fleet {
  /** Addresses of the processes that serve players. */
  urls: readonly string[];
  /** What went wrong so far: processes that ended without being asked. */
  readonly ended: readonly string[];
  /** Stops all of them as an operator would; tells those that did not end properly. */
  stop(): Promise<string[]>;
}

interface Member {
  name: string;
  app: RunningApp;
}

const appSecret = randomBytes(32).toString('hex');

/** Starts one process per role on one database. Workers use the stand-ins of the first that serves. */
export async function startFleet(databaseUrl: string, roles: readonly Role[]): Promise<Fleet> {
  const members: Member[] = [];
  const ended: string[] = [];
  const folders: string[] = [];
  let isStopping = false;

  async function add(role: Role, number: number): Promise<void> {
    const name = `${role} ${number}`;
    const serving = members[0]?.app;
    const sandboxPort = role === 'worker' && serving ? new URL(serving.sandboxUrl).port : undefined;
    const dataDir = makeScratchFolder('fleet');
    folders.push(dataDir);
    const options: AppOptions = {
      dataDir,
      env: {
        ROLE: role,
        SANDBOX: '1',
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        DATABASE_POOL_SIZE: '10',
        ...(sandboxPort && { SANDBOX_PORT: sandboxPort }),
      },
    };
    const app = await startApp(options);
    members.push({ name, app });
    let said = '';
    for (const stream of [app.process.stdout, app.process.stderr]) {
      stream?.on('data', (chunk) => {
        said = (said + chunk).slice(-3_000);
      });
    }
    app.process.once('exit', (code, signal) => {
      if (!isStopping) ended.push(`${name} ended with ${code ?? signal}:\n${said}`);
    });
  }

  async function stopMember({ name, app }: Member): Promise<string[]> {
    if (app.process.exitCode !== null || app.process.signalCode !== null) return [];
    const exited = once(app.process, 'exit');
    app.process.kill('SIGTERM');
    const [code, signal] = await exited;
    return code === 0 ? [] : [`${name} stopped with ${code ?? signal}`];
  }

  async function stop(): Promise<string[]> {
    isStopping = true;
    const faults: string[] = [];
    // The first has the stand-ins.
    for (const member of members.toReversed()) faults.push(...(await stopMember(member)));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    return faults;
  }

  try {
    for (const [number, role] of roles.entries()) await add(role, number + 1);
  } catch (error) {
    await stop();
    throw error;
  }
  const urls = members.filter((_, index) => roles[index] !== 'worker').map(({ app }) => app.url);
  return { urls, ended, stop };
}
