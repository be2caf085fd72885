// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Cluster } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/Cluster';
import { ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1/ScheduledBackup';
import jsonPatch, { type Operation } from 'fast-json-patch';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variables } from '../server/variables.ts';

/** Checks `deploy/kubernetes` against Kubernetes' published schemas and against the product. */
const folder = fileURLToPath(new URL('../deploy/kubernetes/', import.meta.url));
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

const kinds = {
  ...{ Deployment, HorizontalPodAutoscaler, Job, Ingress, NetworkPolicy, PodDisruptionBudget },
  ...{ ConfigMap, PersistentVolumeClaim, Service },
  ...{ Cluster, ScheduledBackup },
};
/** Only in some overlays. */
const ofOverlays: Record<string, string[]> = {
  small: ['PersistentVolumeClaim'],
  'cloudnative-pg': ['Cluster', 'ScheduledBackup'],
};

// biome-ignore lint/suspicious/noExplicitAny: a manifest is looked into at will, after its schema has held.
type Manifest = any;

interface Kustomization {
  resources: string[];
  patches?: { target: { kind: string; name: string }; patch: string }[];
  images?: { name: string; newTag: string }[];
}

const base: Kustomization = parse(read('base/kustomization.yaml'));
const readManifests = (path: string): Manifest[] => parseAllDocuments(read(path)).map((one) => one.toJS());
const baseManifests = (): Manifest[] => base.resources.flatMap((name) => readManifests(`base/${name}`));

/** The manifests as kustomize builds them: the base with an overlay's patches. */
function build(overlay: string | undefined): Manifest[] {
  const manifests = baseManifests();
  if (!overlay) return manifests;
  const { resources, patches = [] }: Kustomization = parse(read(`overlays/${overlay}/kustomization.yaml`));
  const [first, ...own] = resources;
  expect(first).toBe('../../base');
  for (const name of own) manifests.push(...readManifests(`overlays/${overlay}/${name}`));
  for (const { target, patch } of patches) {
    const [found, ...others] = manifests.filter(
      ({ kind, metadata }) => kind === target.kind && metadata.name === target.name,
    );
    expect([Boolean(found), others], `one ${target.kind} ${target.name}`).toEqual([true, []]);
    jsonPatch.applyPatch(found, parse(patch) as Operation[], true);
  }
  return manifests;
}

/**
 * The same value, but recording which parts are never read. The published schemas must allow unknown fields, so a
 * misspelt field is detected because nothing reads it.
 */
function watch(value: Manifest, path: string, unread: Set<string>): Manifest {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, part] of Object.entries(value)) {
    const at = `${path}/${key}`;
    const watched = watch(part, at, unread);
    unread.add(at);
    Object.defineProperty(copy, key, {
      enumerable: true,
      get() {
        unread.delete(at);
        return watched;
      },
    });
  }
  return copy;
}

function findFaults(manifest: Manifest): string[] {
  const Kind = kinds[manifest.kind as keyof typeof kinds];
  if (!Kind || Kind.apiVersion !== manifest.apiVersion) return [`no schema of ${manifest.kind}`];
  const unread = new Set<string>();
  try {
    // The constructor copies its argument, which would lose the recording.
    Kind.prototype.validate.call(watch(manifest, manifest.kind, unread));
  } catch (error) {
    return [`${manifest.metadata.name}: ${(error as Error).message}`];
  }
  return [...unread].map((path) => `${manifest.metadata.name}: no field ${path}`);
}

const ofKind = (manifests: Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);
const named = (manifests: Manifest[], kind: string, name: string): Manifest =>
  ofKind(manifests, kind).find(({ metadata }) => metadata.name === name);
const podsOf = (manifests: Manifest[]): Manifest[] =>
  [...ofKind(manifests, 'Deployment'), ...ofKind(manifests, 'Job')].map(({ spec }) => spec.template.spec);
const isPart = (part: object, whole: Record<string, string>) =>
  Object.entries(part).every(([key, value]) => whole[key] === value);

it('keep sending players to processes while the database is down', () => {
  const [web] = named(build(undefined), 'Deployment', 'finalring-web').spec.template.spec.containers;
  expect(web.readinessProbe.httpGet.path).toBe('/readyz?exclude=database');
});

it('would notice an unknown field and a value of the wrong type', () => {
  const [misspelt, wrong] = [build(undefined), build(undefined)];
  named(misspelt, 'Deployment', 'finalring-web').spec.template.spec.containers[0].livenesProbe = {};
  named(wrong, 'PodDisruptionBudget', 'finalring-web').spec.minAvailable = [];
  expect(misspelt.flatMap(findFaults)).toEqual([expect.stringMatching(/no field .*livenesProbe$/)]);
  expect(wrong.flatMap(findFaults)).toEqual([expect.stringMatching(/minAvailable/)]);
});

describe.each([undefined, 'small', 'large', 'cloudnative-pg'])('the manifests, overlay %s', (overlay) => {
  const manifests = build(overlay);

  it('match the published schemas', () => {
    expect(manifests.flatMap(findFaults)).toEqual([]);
    const own = ofOverlays[overlay ?? ''] ?? [];
    const others = Object.values(ofOverlays).flat();
    const expected = Object.keys(kinds).filter((kind) => own.includes(kind) || !others.includes(kind));
    expect(new Set(manifests.map(({ kind }) => kind))).toEqual(new Set(expected));
  });

  it('refer only to existing objects', () => {
    const deployments = ofKind(manifests, 'Deployment');
    const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
    for (const { spec } of deployments) {
      expect(isPart(spec.selector.matchLabels, spec.template.metadata.labels)).toBe(true);
    }
    const selectors = [
      ...ofKind(manifests, 'Service').map(({ spec }) => spec.selector),
      ...ofKind(manifests, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...ofKind(manifests, 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ];
    expect(selectors.every((selector) => labels.some((label) => isPart(selector, label)))).toBe(true);
    for (const { spec } of ofKind(manifests, 'HorizontalPodAutoscaler')) {
      expect(named(manifests, 'Deployment', spec.scaleTargetRef.name)).toBeDefined();
    }
    const [ingress] = ofKind(manifests, 'Ingress');
    const { service } = ingress.spec.rules[0].http.paths[0].backend;
    expect(named(manifests, 'Service', service.name).spec.ports[0].name).toBe(service.port.name);
    const volumes = podsOf(manifests).flatMap((pod) => pod.volumes);
    const claims = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
    expect(claims.every((name) => named(manifests, 'PersistentVolumeClaim', name))).toBe(true);
  });

  it('keep lasting data in a required bucket, or on a disk', () => {
    for (const { spec } of ofKind(manifests, 'Deployment')) {
      const { containers, volumes } = spec.template.spec;
      const data = volumes.find(({ name }: Manifest) => name === 'data');
      const bucket = containers[0].env.find(({ name }: Manifest) => name === 'OBJECTS_URL');
      if (overlay === 'small') {
        // Processes on one machine can share a disk that only one machine can write to.
        const claim = named(manifests, 'PersistentVolumeClaim', data.persistentVolumeClaim.claimName);
        expect([claim.spec.accessModes, bucket]).toEqual([['ReadWriteOnce'], undefined]);
      } else {
        expect(data.emptyDir).toBeDefined();
        expect(bucket.valueFrom.secretKeyRef).toEqual({ name: 'finalring-secrets', key: 'OBJECTS_URL' });
      }
    }
  });

  it('keep one pod serving while another moves, and let that one finish', () => {
    const drain = Number(named(manifests, 'ConfigMap', 'finalring-settings').data.DRAIN_SECONDS);
    for (const { spec } of ofKind(manifests, 'Deployment')) {
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(25 + drain);
    }
    const least = named(manifests, 'HorizontalPodAutoscaler', 'finalring-web').spec.minReplicas;
    const budget = named(manifests, 'PodDisruptionBudget', 'finalring-web').spec;
    // One pod must always be allowed to stop; otherwise a node could never be drained.
    expect(budget.minAvailable ?? 0).toBeLessThan(least);
  });

  it('open no more connections than documented', () => {
    const pool = Number(named(manifests, 'ConfigMap', 'finalring-settings').data.DATABASE_POOL_SIZE);
    const scales = ofKind(manifests, 'HorizontalPodAutoscaler').map(({ spec }) => spec);
    const [processes, surge] = [scales.reduce((sum, { maxReplicas }) => sum + maxReplicas, 0), 3];
    const limit = overlay === 'large' ? 500 : 300;
    expect((processes + surge) * (pool + 5) + 1).toBeLessThanOrEqual(limit);
  });
});

it('give every process one database of three servers, which lose no acknowledged commit', () => {
  const manifests = build('cloudnative-pg');
  const [{ metadata, spec }] = ofKind(manifests, 'Cluster');
  expect(spec).toMatchObject({ instances: 3, postgresql: { synchronous: { number: 1 } } });
  const [{ spec: schedule }] = ofKind(manifests, 'ScheduledBackup');
  expect(schedule.cluster.name).toBe(metadata.name);
  const pods = podsOf(manifests);
  expect(pods).toHaveLength(3);
  for (const { containers } of pods) {
    const address = containers[0].env.find(({ name }: Manifest) => name === 'DATABASE_URL');
    // The operator chooses the name.
    expect(address.valueFrom.secretKeyRef).toEqual({ name: `${metadata.name}-app`, key: 'uri' });
  }
});

it('set only variables that the product reads, run this version, and have no privileges', () => {
  const manifests = build(undefined);
  const set = [
    ...Object.keys(named(manifests, 'ConfigMap', 'finalring-settings').data),
    ...podsOf(manifests).flatMap(({ containers }) =>
      containers[0].env?.map(({ name }: { name: string }) => name),
    ),
  ].filter(Boolean);
  expect(set.filter((name) => !(name in variables.shape) && name !== 'NODE_COMPILE_CACHE')).toEqual([]);
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'));
  expect(base.images).toEqual([expect.objectContaining({ name: 'finalring', newTag: version })]);
  for (const { containers, securityContext } of podsOf(manifests)) {
    expect(containers).toHaveLength(1);
    expect(containers[0]).toMatchObject({
      image: 'finalring',
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
    });
    expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
  }
});

it('migrate the database first, with a job that needs only the settings', () => {
  const manifests = build(undefined);
  const isFirst = ({ metadata }: Manifest) => metadata.labels?.['finalring.io/applied'] === 'first';
  expect(
    manifests
      .filter(isFirst)
      .map(({ metadata }) => metadata.name)
      .sort(),
  ).toEqual(['finalring-migrate', 'finalring-settings']);
  const { spec } = named(manifests, 'Job', 'finalring-migrate').spec.template;
  const asked = spec.containers[0].envFrom.map((from: Manifest) => (Object.values(from)[0] as Manifest).name);
  expect(asked).toEqual(['finalring-settings', 'finalring-secrets']);
  expect(spec.volumes.every(({ emptyDir }: Manifest) => emptyDir)).toBe(true);
  const page = readFileSync(new URL('../docs/installations/kubernetes.md', import.meta.url), 'utf8');
  expect(page).toContain('--selector finalring.io/applied=first');
  // A namespace must exist before its contents, and no manifest creates it.
  const made = page.indexOf('kubectl create namespace finalring');
  expect(made).toBeGreaterThan(0);
  expect(page.indexOf('--namespace finalring')).toBeGreaterThan(made);
});

it("lets only the proxy report the caller's address", () => {
  const manifests = build(undefined);
  expect(named(manifests, 'ConfigMap', 'finalring-settings').data.TRUST_PROXY).toBe('1');
  const [{ spec }] = ofKind(manifests, 'NetworkPolicy');
  for (const { from } of spec.ingress) {
    expect(from.length).toBeGreaterThan(0);
    for (const { namespaceSelector } of from) {
      expect(namespaceSelector.matchLabels['kubernetes.io/metadata.name']).toBeTruthy();
    }
  }
});

it('lets through the same as our own proxy', () => {
  const [{ metadata }] = ofKind(build(undefined), 'Ingress');
  const nginx = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8');
  const annotations = Object.entries(metadata.annotations as Record<string, string>);
  expect(annotations.length).toBeGreaterThan(4);
  for (const [name, value] of annotations) {
    const directive = name
      .replace(/^nginx\.ingress\.kubernetes\.io\//, '')
      .replaceAll('-', '_')
      .replace('proxy_body_size', 'client_max_body_size');
    expect(nginx).toMatch(new RegExp(`${directive} ${value}s?;`));
  }
});
