import re

import pytest

from webapp.core.rules import rules
from webapp.tools.catalogue import CATALOGUE


@pytest.mark.parametrize("prefix", ["respira_wordpress_", "respira_", ""])
@pytest.mark.promise("P-DOOR-06")
def test_the_rules_stay_under_two_kilobytes_with_the_rule_first(prefix):
    text = rules(prefix)
    assert len(text.encode()) < 2048
    assert "respira_plan_step" in text[:200]
    assert f"{prefix}apply_plan only after they say yes" in text[:350]


def test_the_rules_name_only_tools_that_exist():
    named = set(re.findall(r"respira_wordpress_(\w+)", rules("respira_wordpress_")))
    plan = {"begin_session", "get_plan", "apply_plan", "discard_plan", "end_session"}
    assert named == plan | {"get_site_context", "diagnose_connection", "report_issue"}
    assert named <= set(CATALOGUE)
