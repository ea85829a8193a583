"""Tests of the CI workflows: well formed, minimal permissions, and documented commands only."""

import fnmatch
import re
from pathlib import Path

import pytest
import yaml
from macos import signing

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
NAMES = ("ci.yml", "release.yml")
START = "python3 packaging/start.py"
GITHUB_COMMANDS = {
    'gh release create "$GITHUB_REF_NAME" --draft --verify-tag --notes-file dist/all/NOTES.md '
    "dist/all/greenbaize* dist/all/SHA256SUMS"
}
"""Commands for GitHub alone."""

# Inputs of each action at the pinned version (its action.yml).
ACTION_INPUTS = {
    "actions/checkout": {"fetch-depth", "persist-credentials"},
    "actions/setup-python": {"python-version"},
    "actions/upload-artifact": {"name", "path", "if-no-files-found", "retention-days"},
    "actions/download-artifact": {"pattern", "path", "merge-multiple"},
}
SIGNING_STEP = {
    "run": f"{START} release --sign-macos dist/signed",
    "env": {name: f"${{{{ secrets.{name} }}}}" for name in signing.SECRETS},
}
"""The only step that may ask for secrets."""
WORKFLOW_KEYS = {"name", "on", "permissions", "concurrency", "jobs"}
JOB_KEYS = {"strategy", "runs-on", "timeout-minutes", "steps", "needs", "permissions"}
STEP_KEYS = {"name", "uses", "with", "run", "env"}
PINNED_ACTION = re.compile(r"- uses: ([a-z-]+/[a-z-]+)@([0-9a-f]{40}) # v(\d+)\.(\d+)\.(\d+)$")


class StrictLoader(yaml.SafeLoader):
    """YAML loader like GitHub's: “on” is a string, and duplicate keys are errors."""

    def construct_mapping(self, node, deep=False):
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        assert len(keys) == len(set(keys)), f"duplicate keys: {keys}"
        return super().construct_mapping(node, deep)


StrictLoader.yaml_implicit_resolvers = {
    first: [one for one in kinds if one[0] != "tag:yaml.org,2002:bool" or first not in "oOyYnN"]
    for first, kinds in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def workflow_faults(text):
    """Return the faults in the form of a workflow."""
    flow = yaml.load(text, StrictLoader)
    found = [f"unknown key {key}" for key in set(flow) - WORKFLOW_KEYS]
    found += [f"no {key}" for key in {"name", "on", "permissions", "jobs"} - set(flow)]
    if flow.get("permissions") != {"contents": "read"}:
        found.append("permissions beyond reading")
    jobs = flow.get("jobs", {})
    for name, job in jobs.items():
        found += [f"{name}: unknown key {key}" for key in set(job) - JOB_KEYS]
        found += [f"{name}: no {key}" for key in {"runs-on", "steps"} - set(job)]
        if "timeout-minutes" not in job:
            found.append(f"{name}: has no time limit")
        needed = job.get("needs", [])
        waits = [needed] if isinstance(needed, str) else needed
        found += [f"{name}: needs {one}, which is not there" for one in waits if one not in jobs]
        for step in job.get("steps", []):
            found += [f"{name}: {fault}" for fault in step_faults(step)]
    uses = [line.strip() for line in text.splitlines() if "uses:" in line]
    found += [f"not pinned: {line}" for line in uses if not PINNED_ACTION.fullmatch(line)]
    asking = [
        name
        for name, job in jobs.items()
        if "secrets" in str(job)
        and [step for step in job["steps"] if "secrets" in str(step)] != [SIGNING_STEP]
    ]
    found += [f"{name}: asks for a secret" for name in asking]
    if re.search(r"run:.*\$\{\{", text):
        found.append("a command contains an untrusted expression")
    return found


def step_faults(step):
    found = [f"unknown key {key}" for key in set(step) - STEP_KEYS]
    if ("uses" in step) == ("run" in step):
        found.append("a step either uses something or runs something")
    if "uses" in step:
        action = step["uses"].partition("@")[0]
        if action not in ACTION_INPUTS:
            found.append(f"unknown action {action}")
        else:
            found += [
                f"{action} takes no {key}"
                for key in set(step.get("with", {})) - ACTION_INPUTS[action]
            ]
        if (
            action == "actions/checkout"
            and step.get("with", {}).get("persist-credentials") is not False
        ):
            found.append("the checkout keeps its credentials")
    return found


def workflow_commands(name):
    """Return all commands that a workflow runs, in order."""
    flow = yaml.load((FOLDER / name).read_text("utf-8"), StrictLoader)
    steps = [step for job in flow["jobs"].values() for step in job["steps"]]
    return [step["run"] for step in steps if "run" in step]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_well_formed(name):
    assert workflow_faults((FOLDER / name).read_text("utf-8")) == []


def test_there_are_no_other_workflows():
    assert {path.name for path in FOLDER.iterdir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_workflows_call_only_documented_commands(name):
    # Documented in the README and by the script itself.
    documents = [ROOT / "README.md", ROOT / "packaging" / "start.py"]
    texts = "".join(page.read_text("utf-8") for page in documents)
    documented_commands = set(re.findall(rf"{re.escape(START)} (\w+)", texts))
    used_commands = workflow_commands(name)
    for command in used_commands:
        if command in GITHUB_COMMANDS:
            continue
        assert command.startswith(f"{START} "), command
        assert "\n" not in command
        assert command.removeprefix(f"{START} ").split()[0] in documented_commands, command
    assert f"{START} test{' --long' * (name == 'release.yml')}" in used_commands


def test_the_checks_are_the_command_of_the_readme_and_of_ci_run():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"\n    {START} test\n" in readme
    assert f"{START} test\n" in (ROOT / ".ci" / "run").read_text("utf-8")
    assert workflow_commands("ci.yml")[0] == f"{START} test"


def test_every_system_of_the_checks_is_one_that_is_released():
    ci, release = (yaml.load((FOLDER / name).read_text("utf-8"), StrictLoader) for name in NAMES)
    checked = ci["jobs"]["checks"]["strategy"]["matrix"]["os"]
    released = [one["os"] for one in release["jobs"]["make"]["strategy"]["matrix"]["include"]]
    assert checked == released
    for system in ("ubuntu", "windows", "macos"):
        assert any(one.startswith(system) for one in checked)
    assert not any("latest" in one for one in checked)


def test_only_the_draft_may_write():
    jobs = yaml.load((FOLDER / "release.yml").read_text("utf-8"), StrictLoader)["jobs"]
    assert {name: job.get("permissions") for name, job in jobs.items()} == {
        "make": None,
        "sign": None,
        "gather": {"contents": "write"},
    }


def test_what_is_signed_replaces_what_is_not():
    jobs = yaml.load((FOLDER / "release.yml").read_text("utf-8"), StrictLoader)["jobs"]
    matrix = jobs["make"]["strategy"]["matrix"]["include"]
    states = {one["os"]: one["state"] for one in matrix}
    assert {name for name, state in states.items() if state == "unsigned"} == {
        name for name in states if name.startswith("macos")
    }
    patterns = {
        name: [step["with"]["pattern"] for step in job["steps"] if "download" in str(step)]
        for name, job in jobs.items()
    }
    assert patterns == {"make": [], "sign": ["unsigned-*"], "gather": ["release-*"]}
    assert jobs["gather"]["needs"] == ["make", "sign"]


def test_linux_is_released_for_both_processors():
    jobs = yaml.load((FOLDER / "release.yml").read_text("utf-8"), StrictLoader)["jobs"]
    matrix = jobs["make"]["strategy"]["matrix"]["include"]
    takes = {one["os"]: one["takes"] for one in matrix if one["os"].startswith("ubuntu")}
    assert takes == {"ubuntu-22.04": "", "ubuntu-24.04-arm": "*64"}
    arm = ["greenbaize-1.0.0-linux-arm64.tar.xz", "greenbaize_1.0.0-1_arm64.deb"]
    arm += ["greenbaize-1.0.0-cp311-abi3-manylinux_2_39_aarch64.whl"]
    common = ["greenbaize-1.0.0.tar.gz", "greenbaize-1.0.0-py3-none-any.whl", "NOTES.md"]
    assert [name for name in (*arm, *common) if fnmatch.fnmatch(name, "*64*")] == arm
