import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * The only reader of the environment. `.env.example` explains each variable; docs/operate.md says when to change it.
 */

const flag = z.enum(['0', '1']).transform((value) => value === '1');
const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(0);
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean),
);

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && more.length === 0;
}

/**
 * A number of proxies, or who they are. Never "all": the client writes the first entry of X-Forwarded-For itself, and
 * would choose the address that its limits are counted for.
 */
const proxies = z
  .string()
  .trim()
  .refine((text) => /^\d?$/.test(text) || text.split(',').every((part) => isNetwork(part.trim())), {
    message: 'must be the number of proxies in front, or their addresses and ranges separated by commas',
  })
  .transform((text) => (/^\d?$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim())));

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  HOST: z.string().optional(),
  PORT: port.default(3000),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine((text) => new URL(text).pathname === '/', 'must have no path: the app lives at the root')
    .optional(),
  TRUST_PROXY: proxies.default(0),
  DATA_DIR: z.string().min(1).default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL_SIZE: count.min(4).default(20),
  JOB_CONCURRENCY: count.min(1).default(10),
  APP_SECRET: z.string().min(32).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  METRICS_TOKEN: z.string().min(16).optional(),
  RATE_LIMIT_PER_MINUTE: count.min(20).default(1200),

  BRAND_NAME: z.string().min(1).default('FinalRing'),
  SUPPORT_EMAIL: z.email().default('support@finalring.test'),
  SUPPORT_PHONE: z.string().min(3).default('+1 555 0100'),
  SUPER_ADMIN_EMAILS: list.optional(),

  SANDBOX: flag.optional(),
  SANDBOX_PORT: port.default(3001),

  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  DISCORD_BASE_URL: z.url().default('https://discord.com'),
  DISCORD_CLIENT_ID: z.string().min(1).optional(),
  DISCORD_CLIENT_SECRET: z.string().min(1).optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits')
    .optional(),
  DISCORD_BOT_TOKEN: z.string().min(1).optional(),
  GAME_STATS_BASE_URL: z.url().default('https://fortnite-api.com'),
  GAME_STATS_API_KEY: z.string().min(1).optional(),
  GAME_STATS_REQUESTS_PER_SECOND: z.coerce.number().positive().max(1000).default(3),

  CHALLENGE_TIME_SCALE: z.coerce.number().min(1).max(100_000).optional(),
  XP_FINISHED: count.default(20),
  XP_SUCCESS: count.default(100),
});
type Variables = z.infer<typeof variables>;

const services = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  discord: ['DISCORD_CLIENT_ID', 'DISCORD_CLIENT_SECRET', 'DISCORD_PUBLIC_KEY'],
  gameStats: ['GAME_STATS_API_KEY'],
} as const;
export type Service = keyof typeof services;

export interface Config {
  production: boolean;
  role: 'all' | 'web' | 'worker';
  host: string;
  port: number;
  publicUrl: string;
  /** How many proxies stand in front, or their addresses and ranges; 0 where clients connect themselves. */
  trustProxy: number | string[];
  dataDir: string;
  databaseUrl: string | undefined;
  databasePoolSize: number;
  jobConcurrency: number;
  /** Undefined only in a sandbox, where main.ts makes one and keeps it in the data folder. */
  appSecret: string | undefined;
  logLevel: string;
  metricsToken: string | undefined;
  rateLimitPerMinute: number;
  brand: { name: string; supportEmail: string; supportPhone: string };
  superAdminEmails: readonly string[];
  sandbox: { port: number; services: readonly Service[]; full: boolean } | undefined;
  google: { issuer: string; clientId: string; clientSecret: string };
  discord: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    publicKeyHex: string;
    botToken: string | undefined;
  };
  gameStats: { baseUrl: string; apiKey: string; requestsPerSecond: number };
  challengeTimeScale: number;
  xp: { finished: number; success: number };
}

/** Every fault of the environment at once, for a person to mend. */
export class ConfigError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

function missingParts(env: Variables, service: Service): string[] {
  return services[service].filter((name) => env[name] === undefined);
}

/** A sandbox starts by itself only when nothing real is configured; otherwise it must be asked for. */
function sandboxedServices(env: Variables): Service[] {
  const names = Object.keys(services) as Service[];
  const untouched = names.filter((service) => missingParts(env, service).length === services[service].length);
  const nothingReal = untouched.length === names.length && !env.DATABASE_URL && env.NODE_ENV !== 'production';
  return (env.SANDBOX ?? nothingReal) ? untouched : [];
}

function crossFaults(env: Variables, sandboxed: readonly Service[]): string[] {
  const faults: string[] = [];
  for (const service of Object.keys(services) as Service[]) {
    if (sandboxed.includes(service)) continue;
    for (const name of missingParts(env, service)) {
      faults.push(
        `${name} is missing (or set SANDBOX=1 to use a local stand-in for services without any key)`,
      );
    }
  }
  if (sandboxed.length > 0 && env.NODE_ENV === 'production')
    faults.push('SANDBOX=1 does not go with NODE_ENV=production');
  if (sandboxed.length === 0) {
    if (!env.APP_SECRET) faults.push('APP_SECRET is missing (at least 32 random characters)');
    if (!env.PUBLIC_URL) faults.push('PUBLIC_URL is missing (the address that players use)');
    if (env.CHALLENGE_TIME_SCALE && env.CHALLENGE_TIME_SCALE !== 1) {
      faults.push('CHALLENGE_TIME_SCALE must be 1 when the game statistics are real');
    }
  }
  if (env.NODE_ENV === 'production' && env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:')) {
    faults.push('PUBLIC_URL must begin with https: in production');
  }
  for (const name of ['GOOGLE_ISSUER', 'DISCORD_BASE_URL', 'GAME_STATS_BASE_URL'] as const) {
    const url = new URL(env[name]);
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      faults.push(`${name} may use http: on loopback only`);
  }
  return faults;
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/**
 * Reads and checks the whole environment.
 * @throws ConfigError that lists every fault at once
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const env = parsed.data;
  const sandboxed = sandboxedServices(env);
  const faults = crossFaults(env, sandboxed);
  if (faults.length > 0) throw new ConfigError(faults);

  const sandbox =
    sandboxed.length > 0
      ? {
          port: env.SANDBOX_PORT,
          services: sandboxed,
          full: sandboxed.length === Object.keys(services).length,
        }
      : undefined;
  return {
    production: env.NODE_ENV === 'production',
    role: env.ROLE,
    host: env.HOST ?? (sandbox ? '127.0.0.1' : '0.0.0.0'),
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    trustProxy: env.TRUST_PROXY,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    jobConcurrency: env.JOB_CONCURRENCY,
    appSecret: env.APP_SECRET,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    brand: { name: env.BRAND_NAME, supportEmail: env.SUPPORT_EMAIL, supportPhone: env.SUPPORT_PHONE },
    superAdminEmails: env.SUPER_ADMIN_EMAILS ?? (sandbox?.full ? ['admin@finalring.test'] : []),
    sandbox,
    google: {
      issuer: env.GOOGLE_ISSUER,
      clientId: env.GOOGLE_CLIENT_ID ?? '',
      clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
    },
    discord: {
      baseUrl: env.DISCORD_BASE_URL,
      clientId: env.DISCORD_CLIENT_ID ?? '',
      clientSecret: env.DISCORD_CLIENT_SECRET ?? '',
      publicKeyHex: env.DISCORD_PUBLIC_KEY ?? '',
      botToken: env.DISCORD_BOT_TOKEN,
    },
    gameStats: {
      baseUrl: env.GAME_STATS_BASE_URL,
      apiKey: env.GAME_STATS_API_KEY ?? '',
      requestsPerSecond: env.GAME_STATS_REQUESTS_PER_SECOND,
    },
    challengeTimeScale: env.CHALLENGE_TIME_SCALE ?? (sandbox?.services.includes('gameStats') ? 60 : 1),
    xp: { finished: env.XP_FINISHED, success: env.XP_SUCCESS },
  };
}

/**
 * Where the database is, for commands that need nothing else: no service has to be configured for them.
 * @throws ConfigError as `readConfig` does
 */
export function readDatabaseConfig(
  environment: Record<string, string | undefined> = process.env,
): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const { DATABASE_URL, DATA_DIR } = environment;
  const parsed = variables
    .pick({ DATABASE_URL: true, DATA_DIR: true })
    .safeParse({ DATABASE_URL: DATABASE_URL || undefined, DATA_DIR: DATA_DIR || undefined });
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  return { databaseUrl: parsed.data.DATABASE_URL, dataDir: parsed.data.DATA_DIR };
}

/** Version of the running code, for /healthz and the OpenAPI document. */
export const version: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;
