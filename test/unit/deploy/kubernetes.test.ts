import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isVariable } from '../../support/config-variables.ts';
import { kubernetesErrors } from '../../support/kubernetes-types.ts';

const FOLDER = new URL('../../../deploy/kubernetes/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** Any object of a manifest, as far as the tests look into it. */
// biome-ignore lint/suspicious/noExplicitAny: the check of its type below says what is in it
type Resource = any;

/** Of extensions, which have no model. */
const EXTENSIONS = ['monitoring.coreos.com/v1 ServiceMonitor', 'gateway.networking.k8s.io/v1 HTTPRoute'];

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const resources: readonly Resource[] = files
  .filter((name) => name !== 'kustomization.yaml')
  .flatMap((name) => parseAllDocuments(read(name), { merge: true }).map((document) => document.toJS()));
const kindOf = ({ apiVersion, kind }: Resource): string => `${apiVersion} ${kind}`;
const find = (kind: string, name?: string): Resource =>
  resources.find((one) => one.kind === kind && (name === undefined || one.metadata.name === name));
const set = find('StatefulSet');
const pod = set.spec.template.spec;
const [container] = pod.containers;

describe('the Kubernetes manifests', () => {
  it.each(
    resources.filter((one) => !EXTENSIONS.includes(kindOf(one))).map((one) => [kindOf(one), one.metadata.name, one]),
  )('are valid and have no unknown field: %s %s', (_kind, _name, resource) => {
    expect(kubernetesErrors(resource)).toEqual([]);
  });

  it('are all applied, but for the template of the secret and what is optional', () => {
    const kustomization = read('kustomization.yaml');
    const applied: string[] = parse(kustomization).resources;
    const optional = [...kustomization.matchAll(/^ +# - (\S+)$/gm)].map(([, name]) => name);
    expect(new Set([...applied, ...optional, 'kustomization.yaml', 'secret.example.yaml'])).toEqual(new Set(files));
  });

  it('have a secret without values', () => {
    expect(new Set(Object.values(find('Secret').stringData))).toEqual(new Set(['']));
  });

  it('set only variables that Mynah has, and the required ones', () => {
    const names = [
      ...Object.keys(find('ConfigMap').data),
      ...Object.keys(find('Secret').stringData),
      ...container.env.map(({ name }: Resource) => name),
    ];
    expect(names.filter((name) => !isVariable(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['DISCORD_TOKEN', 'SPEECH_API_KEY', 'SPEECH_API_URL', 'DATABASE_URL']),
    );
    const sources = container.envFrom.map(({ configMapRef, secretRef }: Resource) => (configMapRef ?? secretRef).name);
    expect(sources).toEqual([find('ConfigMap').metadata.name, find('Secret').metadata.name]);
  });

  it('give each pod the shard of its number, and count as many shards as pods', () => {
    expect(find('ConfigMap').data.SHARD_COUNT).toBe(String(set.spec.replicas));
    expect(container.env).toContainEqual({
      name: 'SHARDS',
      valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } },
    });
  });

  it('select the pods, and their ports by name', () => {
    const { labels } = set.spec.template.metadata;
    const selectors = [
      ...[set.spec.selector, find('PodDisruptionBudget').spec.selector, find('NetworkPolicy').spec.podSelector],
      ...[find('ServiceMonitor').spec.selector, pod.topologySpreadConstraints[0].labelSelector],
    ].map(({ matchLabels }) => matchLabels);
    const services = resources.filter(({ kind }) => kind === 'Service');
    expect(services).toHaveLength(1 + set.spec.replicas);
    for (const selector of [...selectors, ...services.map(({ spec }) => spec.selector)]) {
      const { 'apps.kubernetes.io/pod-index': index = '0', ...own } = selector;
      expect(labels).toMatchObject(own);
      expect(Number(index)).toBeLessThan(set.spec.replicas);
    }
    const ports = container.ports.map(({ name }: Resource) => name);
    for (const { spec } of services) expect(ports).toContain(spec.ports[0].targetPort);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      expect(ports).toContain(container[probe].httpGet.port);
    }
    expect(ports).toContain(find('NetworkPolicy').spec.ingress[0].ports[0].port);
    expect(find('ServiceMonitor').spec.endpoints[0].port).toBe(find('Service', 'mynah').spec.ports[0].name);
    expect(find('Service', set.spec.serviceName).spec.clusterIP).toBe('None');
  });

  it('probe life by /healthz and readiness by /readyz, and wait for the end of a shutdown', () => {
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.startupProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
  });

  it('run without privileges on a read-only root, with volumes that exist', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const volumes = [...pod.volumes, ...set.spec.volumeClaimTemplates.map(({ metadata }: Resource) => metadata)];
    const mounted: readonly string[] = container.volumeMounts.map(({ name }: Resource) => name);
    expect(new Set(mounted)).toEqual(new Set(volumes.map(({ name }) => name)));
    const dataDir = container.env.find(({ name }: Resource) => name === 'DATA_DIR').value;
    expect(container.volumeMounts).toContainEqual({ name: 'data', mountPath: dataDir });
  });

  it('lead each overlay to the process of its shard, and pass nothing else on', () => {
    const { rules } = find('HTTPRoute').spec;
    expect(rules).toHaveLength(set.spec.replicas);
    for (const [index, rule] of rules.entries()) {
      expect(rule.matches).toEqual([{ path: { type: 'PathPrefix', value: `/${index}/overlay` } }]);
      expect(rule.backendRefs).toEqual([{ name: `mynah-${index}`, port: 8080 }]);
    }
  });
});

describe('the check of a resource', () => {
  const metadata = { labels: { anything: 'goes' } };
  const template = { metadata, spec: { containers: [{ name: 'a' }] } };
  const spec = { serviceName: 'a', selector: {}, template };
  const good = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec };

  it('passes over names that people choose', () => {
    expect(kubernetesErrors(good)).toEqual([]);
  });

  it.each([
    ['an unknown field', { ...good, metadata: { lables: {} } }, '"lables"\' does not exist'],
    [
      'one further down',
      { ...good, spec: { ...spec, template: { spec: { containers: [{ name: 'a', readOnlyRoot: true }] } } } },
      '"readOnlyRoot"\' does not exist',
    ],
    ['a missing field', { ...good, spec: { ...spec, selector: undefined } }, "Property 'selector' is missing"],
    [
      'a value of another type',
      { ...good, spec: { ...spec, replicas: '3' } },
      "'string' is not assignable to type 'number'",
    ],
    ['an unknown kind', { ...good, kind: 'StatefulZet' }, 'StatefulZet'],
  ])('finds %s', (_what, resource, error) => {
    expect(kubernetesErrors(resource).join('\n')).toContain(error);
  });
});
