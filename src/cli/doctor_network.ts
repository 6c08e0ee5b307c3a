import { counted } from '../errors/index.js';
import { type NetworkFinding, type ReportSection, vendorName } from '../tools/index.js';
import type { NetworkWords } from './network_options.js';
import { print } from './print.js';
import { withNetwork } from './with_network.js';

/** `orrery doctor --live --report`: describes the network without judging it. */
export async function reportNetworkCommand(words: NetworkWords & { readonly json?: boolean }) {
  const { reportNetwork } = await import('../tools/index.js');
  await withNetwork(words, async (network) => {
    const sections = reportNetwork(network);
    print(
      words.json
        ? `${JSON.stringify({ sections }, undefined, 2)}\n`
        : sections.map(sectionText).join(''),
    );
    return 0;
  });
}

/** As ROS 2 prints it: the values of a section stand below each other. */
function sectionText({ title, items }: ReportSection): string {
  const width = Math.max(...items.map(([name]) => name.length)) + 4;
  const lines = items.map(([name, value]) => `${name.padEnd(width)}: ${value}\n`);
  return `\n   ${title}\n${lines.join('')}`;
}

/** `orrery doctor --live` without a system to run: examines the network. Exit code 1 for errors. */
export async function doctorNetwork(words: NetworkWords & { readonly json?: boolean }) {
  const { diagnoseNetwork } = await import('../tools/index.js');
  await withNetwork(words, async (network) => {
    const findings = await diagnoseNetwork(network);
    const { system, settings } = network;
    const peers = [...network.participant.graph.peers.values()];
    if (words.json) {
      const nodes = system.nodes.map(({ fullName }) => fullName);
      const participants = peers.map(({ vendor, addresses, enclave }) => ({
        ...{ vendor: vendorName(vendor), addresses, enclave },
      }));
      print(`${JSON.stringify({ findings, participants, nodes }, undefined, 2)}\n`);
    } else {
      for (const finding of findings) print(findingText(finding));
      const vendors = [...new Set(peers.map(({ vendor }) => vendorName(vendor)))].sort();
      const { interfaces = [], domain } = settings;
      print(
        `${counted(peers.length, 'participant')}${vendors.length > 0 ? ` (${vendors.join(', ')})` : ''}, ` +
          `${counted(system.nodes.length, 'node')}, ${counted(system.topics.length, 'topic')} in domain ${domain} on ` +
          `${interfaces.length === 0 ? 'this machine' : interfaces.join(', ')}.\n`,
      );
    }
    return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  });
}

function findingText({ severity, kind, message }: NetworkFinding): string {
  return `${severity} ${kind}: ${message}\n`;
}
