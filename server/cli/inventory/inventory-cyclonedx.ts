/** Inventory as CycloneDX 1.6: processes are components, remote servers are services. The output is deterministic. */
import { ComponentType, ExternalReferenceType } from '@cyclonedx/cyclonedx-library/Enums';
import {
  Bom,
  Component,
  ComponentRepository,
  ExternalReference,
  Property,
  PropertyRepository,
  Service,
  Tools,
} from '@cyclonedx/cyclonedx-library/Models';
import { JSON as Json, JsonSerializer } from '@cyclonedx/cyclonedx-library/Serialize';
import { Spec1dot6 } from '@cyclonedx/cyclonedx-library/Spec';
import { PackageURL } from 'packageurl-js';
import { escapeJson } from '../../../common/text/escape.ts';
import type { PackageIdentity } from '../../config/packages/package-identity.ts';
import type { InventoryServer } from './inventory-server.ts';

/** @param version of this program */
export function inventoryCycloneDx(servers: readonly InventoryServer[], version: string): string {
  const bom = new Bom();
  const program = new Component(ComponentType.Application, 'mcp-config', { version });
  bom.metadata.tools = new Tools({ components: new ComponentRepository([program]) });
  for (const server of servers)
    if (server.transport === 'http' || server.transport === 'sse') bom.services.add(serviceOf(server));
    else bom.components.add(componentOf(server));
  const serializer = new JsonSerializer(new Json.Normalize.Factory(Spec1dot6));
  return `${escapeJson(serializer.serialize(bom, { sortLists: true, space: 2 }))}\n`;
}

function componentOf(server: InventoryServer): Component {
  const { id, name, package: run, program } = server;
  return new Component(ComponentType.Application, run?.name ?? program ?? name, {
    bomRef: id,
    version: run?.version,
    purl: run === null ? undefined : packageUrl(run),
    properties: new PropertyRepository(propertiesOf(server)),
  });
}

function serviceOf(server: InventoryServer): Service {
  const { id, name, host } = server;
  const service = new Service(name, { bomRef: id, properties: new PropertyRepository(propertiesOf(server)) });
  // A host with variables isn't the address of one.
  const url = host === null || host.includes('{') ? undefined : `https://${host}`;
  if (url !== undefined && URL.canParse(url))
    service.externalReferences.add(
      new ExternalReference(new URL(url), ExternalReferenceType.Other, { comment: 'host' }),
    );
  return service;
}

function* propertiesOf(server: InventoryServer): Generator<Property> {
  const { name, transport, host, checkout, file, line, level, state, reason, policy, env, headers, digest } = server;
  const values = { name, transport, host, checkout, file, line, level, state, reason, policy: policy?.verdict, digest };
  for (const [key, value] of Object.entries(values))
    if (value !== null && value !== undefined) yield new Property(`mcp-config:${key}`, String(value));
  for (const variable of env) yield new Property('mcp-config:env', variable);
  for (const header of headers) yield new Property('mcp-config:header', header);
}

/** Returns undefined for URLs, which have no package URL type, and for names that are invalid in their registry. */
function packageUrl({ registry, name, version }: PackageIdentity): string | undefined {
  // Only exact versions belong in a package URL.
  const exact = version !== undefined && /^(?:v?\d[\w.+-]*|sha256:\w+)$/.test(version) ? version : undefined;
  const parts = name.split('/');
  const last = parts.pop() ?? '';
  try {
    switch (registry) {
      case 'npm':
        return new PackageURL('npm', parts.join('/') || null, last, exact, null, null).toString();
      case 'python':
        return new PackageURL('pypi', null, last, exact, null, null).toString();
      case 'image': {
        const isHost = /[.:]|^localhost$/.test(parts[0] ?? '');
        const host = isHost ? parts.shift() : undefined;
        const qualifiers = host === undefined ? null : { repository_url: host };
        return new PackageURL('docker', parts.join('/') || null, last, version, qualifiers, null).toString();
      }
      case 'url':
        return undefined;
    }
  } catch {
    return undefined;
  }
}
