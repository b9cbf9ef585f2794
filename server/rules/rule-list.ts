/** All rules, by what they check. */
import { apikeyLoadsNothing, authorizationBesideOauth } from './auth.ts';
import { visualStudioServers } from './both-roots.ts';
import { invisibleAtTop, invisibleCharacter } from './characters.ts';
import { commandWithArguments, shellSyntax, shellWrapper } from './command-line.ts';
import { containerEngine, containerRights } from './container-rights.ts';
import { agentPluginsType, notAConfig, otherDialect } from './dialect.ts';
import { containerTerminal, containerWithoutInput } from './docker.ts';
import { duplicateKey, duplicateServer } from './duplicates.ts';
import { serverName, serverNotObject } from './entries.ts';
import { certificatesIgnored, everyNetwork, metadataAddress } from './exposure.ts';
import { wideAccess } from './file-access.ts';
import { headerName, missingToken } from './headers.ts';
import {
  enabledOverridden,
  listedInBoth,
  listItemEmpty,
  listItemNotString,
  listItemRepeated,
  listsWithoutEffect,
} from './name-lists.ts';
import { callbackPortMismatch, offlineAccessPrompt, promptWithoutConsent, promptWithoutEffect } from './oauth.ts';
import { policyDenied, policyInvalid, policyNotListed } from './organization-policy.ts';
import { archivedPackage, missingPackage, unsafePackage, wrongRunner } from './package-facts.ts';
import { downloadAndRun, packageFromUrl } from './package-urls.ts';
import { misspelledPackage, unpinnedPackage } from './packages.ts';
import { machinePath } from './paths.ts';
import { readerDifference } from './readers.ts';
import { disabledStub, missingAuthType, missingCommand, missingUrl } from './required.ts';
import type {
  DocumentRule,
  EntryRule,
  FieldRule,
  KeyRule,
  MisplacedRule,
  ObjectRule,
  RuleInfo,
  ServerRule,
  TextRule,
} from './rule.ts';
import { literalSecret, placeholderValue } from './secrets.ts';
import { shellValue, valueNamesVariable } from './shell-values.ts';
import { itemNotString, valueNotString } from './strings.ts';
import { syntaxRules } from './syntax.ts';
import { toolWithoutUrls, toolWithoutVariables } from './tool-limits.ts';
import { flatMap, foreignRootKey, topLevelNotObject } from './top-level.ts';
import { unknownTopLevelKey } from './top-level-keys.ts';
import { agentType, commandAndUrl, legacySse, missingType, transportMismatch, unknownTransport } from './transport.ts';
import {
  agentProperty,
  foreignKey,
  ignoredWhenImported,
  misplacedField,
  proposedKey,
  unknownKey,
} from './unknown-keys.ts';
import { serversList, unreadFile, unreadProperty } from './unread-file.ts';
import { credentialsInUrl, invalidUrl, plainHttp, plainHttpPrivate, sseUrl } from './urls.ts';
import { emptyValue, notAllowedValue, outOfRange, timeoutInSeconds, wrongJsonType } from './values.ts';
import { variableName } from './variable-names.ts';
import { dollarVariable, foreignVariable, hostVariable, tildePath, unsetVariable } from './variables.ts';

interface RulesByNode {
  readonly syntax: readonly DocumentRule[];
  readonly top: readonly DocumentRule[];
  readonly entry: readonly EntryRule[];
  readonly object: readonly ObjectRule[];
  readonly server: readonly ServerRule[];
  readonly misplaced: readonly MisplacedRule[];
  readonly key: readonly KeyRule[];
  readonly field: readonly FieldRule[];
  readonly text: readonly TextRule[];
}

/** The rules by the node that they check, in the order of the documentation. */
export const rulesByNode: RulesByNode = {
  syntax: syntaxRules,
  top: [
    topLevelNotObject,
    foreignRootKey,
    flatMap,
    unknownTopLevelKey,
    visualStudioServers,
    otherDialect,
    agentPluginsType,
    notAConfig,
    unreadFile,
    unreadProperty,
    serversList,
    duplicateServer,
    listedInBoth,
    listsWithoutEffect,
    enabledOverridden,
    policyInvalid,
    invisibleAtTop,
  ],
  entry: [serverName, serverNotObject, readerDifference],
  server: [
    missingType,
    unknownTransport,
    agentType,
    transportMismatch,
    commandAndUrl,
    missingCommand,
    disabledStub,
    missingUrl,
    missingAuthType,
    legacySse,
    toolWithoutUrls,
    sseUrl,
    headerName,
    apikeyLoadsNothing,
    authorizationBesideOauth,
    offlineAccessPrompt,
    promptWithoutConsent,
    promptWithoutEffect,
    callbackPortMismatch,
    commandWithArguments,
    shellWrapper,
    unpinnedPackage,
    misspelledPackage,
    wrongRunner,
    missingPackage,
    unsafePackage,
    archivedPackage,
    packageFromUrl,
    downloadAndRun,
    containerWithoutInput,
    containerTerminal,
    containerRights,
    containerEngine,
    shellSyntax,
    wideAccess,
    policyDenied,
    policyNotListed,
  ],
  misplaced: [misplacedField],
  key: [unknownKey, foreignKey, proposedKey, agentProperty],
  field: [
    wrongJsonType,
    emptyValue,
    notAllowedValue,
    outOfRange,
    timeoutInSeconds,
    listItemNotString,
    listItemEmpty,
    listItemRepeated,
    itemNotString,
    valueNotString,
    variableName,
    ignoredWhenImported,
  ],
  text: [
    foreignVariable,
    dollarVariable,
    toolWithoutVariables,
    tildePath,
    hostVariable,
    unsetVariable,
    shellValue,
    valueNamesVariable,
    literalSecret,
    placeholderValue,
    missingToken,
    invalidUrl,
    plainHttp,
    plainHttpPrivate,
    credentialsInUrl,
    metadataAddress,
    certificatesIgnored,
    everyNetwork,
    machinePath,
    invisibleCharacter,
  ],
  object: [duplicateKey],
};

/** All rules, each code once. */
export const rules: readonly RuleInfo[] = Object.values(rulesByNode)
  .flat()
  .filter((rule) => rule !== invisibleAtTop);

/** Positions of the rules' codes: the order of problems at the same place. */
export const ranks: ReadonlyMap<string, number> = new Map(rules.map(({ code }, index) => [code, index]));
