"""Tag policies that follow classifications: templates, desired state, plan, apply, drift.

One way in: `services.apply_plan`; the PolicyAuthority port hides where policies live. Foreign ones are never touched.
"""
