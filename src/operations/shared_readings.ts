/**
 * A workspace for questions that belong together: what one of them reads, the others find read.
 *
 * @module
 */

import type { CodeView } from "./code_view.ts";
import type { Steps } from "./steps.ts";
import type { OpenedRepository, RangeReading, RangeRequest, Workspace } from "./workspace.ts";

/** The same workspace, whose repositories read each range once. */
export function shareReadings(workspace: Workspace): Workspace {
  const opened = new Map<string | null, Promise<OpenedRepository>>();
  return {
    cwd: workspace.cwd,
    environment: workspace.environment,
    version: workspace.version,
    now: () => workspace.now(),
    open(from) {
      const known = opened.get(from) ?? workspace.open(from).then(shared);
      opened.set(from, known);
      return known;
    },
  };
}

function shared(repository: OpenedRepository): OpenedRepository {
  const readings = new Map<string, Promise<RangeReading>>();
  return {
    root: repository.root,
    objectFormat: repository.objectFormat,
    readFiles: (range, paths, steps) => repository.readFiles(range, paths, steps),
    readHistory: (request, steps) => repository.readHistory(request, steps),
    readCode: (head, steps) => repository.readCode(head, steps),
    readRange(range: RangeRequest, steps: Steps) {
      const key = JSON.stringify([range.base, range.head, range.symmetric]);
      const known = readings.get(key) ?? repository.readRange(range, steps).then(withOneView);
      readings.set(key, known);
      return known;
    },
  };
}

function withOneView(reading: RangeReading): RangeReading {
  let view: Promise<CodeView> | undefined;
  return { ...reading, openCode: () => view ??= reading.openCode() };
}
