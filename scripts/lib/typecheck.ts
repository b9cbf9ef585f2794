/** Checks the types of single files that are changed in memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './repository.ts';

export class Typecheck {
  /** Changed texts, by absolute path. */
  readonly #changed = new Map<string, string>();
  readonly #services = new Map<string, ts.LanguageService>();
  #version = 0;

  /** Returns whether a file still has no errors with another text. What imports it isn't checked. */
  accepts(file: string, text: string): boolean {
    const absolute = path.join(root, file);
    this.#changed.set(absolute, text);
    this.#version++;
    const service = this.#serviceFor(absolute);
    const isValid =
      service.getSyntacticDiagnostics(absolute).length === 0 && service.getSemanticDiagnostics(absolute).length === 0;
    this.#changed.delete(absolute);
    this.#version++;
    return isValid;
  }

  #serviceFor(file: string): ts.LanguageService {
    const config = ts.findConfigFile(path.dirname(file), ts.sys.fileExists) ?? 'tsconfig.json';
    const known = this.#services.get(config);
    if (known !== undefined) return known;
    const { config: json } = ts.readConfigFile(config, ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(json, ts.sys, path.dirname(config));
    const service = ts.createLanguageService({
      // What an edit leaves unused isn't wrong.
      getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
      getScriptFileNames: () => [...fileNames, file],
      getScriptVersion: (name) => (this.#changed.has(name) ? `${this.#version}` : ''),
      getScriptSnapshot: (name) => {
        const text = this.#changed.get(name) ?? (ts.sys.fileExists(name) ? readFileSync(name, 'utf8') : undefined);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
    this.#services.set(config, service);
    return service;
  }
}
